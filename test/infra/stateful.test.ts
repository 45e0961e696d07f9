import { expect, it } from "vitest";
import { TABLES } from "../../infra/tables.ts";
import { ofType, synthesize } from "./synthesized.ts";

const { data, ...others } = synthesize();

/** What holds data, by its logical id. Another id is another, empty resource: change nothing here lightly. */
const STATEFUL = {
  ...Object.fromEntries(Object.keys(TABLES).map((name) => [`${name}Table`, "AWS::DynamoDB::GlobalTable"])),
  UserPool: "AWS::Cognito::UserPool",
  UserPoolClient: "AWS::Cognito::UserPoolClient",
  OperatorsGroup: "AWS::Cognito::UserPoolGroup",
  StripeSecret: "AWS::SecretsManager::Secret",
  OriginSecret: "AWS::SecretsManager::Secret",
  LeaseSecret: "AWS::SecretsManager::Secret",
  SiteBucket: "AWS::S3::Bucket",
  DownloadsBucket: "AWS::S3::Bucket",
  LogBucket: "AWS::S3::Bucket",
  AlarmsKey: "AWS::KMS::Key",
};

const TYPES = new Set<string>([...Object.values(STATEFUL), "AWS::DynamoDB::Table"]);

it("has exactly the listed stateful resources, all in the data stack", () => {
  const found = Object.entries(data.Resources).filter(([, { Type }]) => TYPES.has(Type));
  expect(Object.fromEntries(found.map(([id, { Type }]) => [id, Type]))).toEqual(STATEFUL);
  for (const template of Object.values(others))
    expect(Object.values(template.Resources).filter(({ Type }) => TYPES.has(Type))).toEqual([]);
});

it.each(Object.keys(STATEFUL))("keeps %s when the stack goes or replaces it", (id) => {
  expect(data.Resources[id]).toMatchObject({ DeletionPolicy: "Retain", UpdateReplacePolicy: "Retain" });
});

it.each(ofType(data, "AWS::DynamoDB::GlobalTable"))(
  "protects %s: point in time, deletion, on demand",
  (id, table) => {
    expect(table.Properties).toMatchObject({
      TableName: `articlip-dev-${id.replace(/Table$/, "").toLowerCase()}`,
      BillingMode: "PAY_PER_REQUEST",
      KeySchema: [
        { AttributeName: "pk", KeyType: "HASH" },
        { AttributeName: "sk", KeyType: "RANGE" },
      ],
      TimeToLiveSpecification: { AttributeName: "expiresAtEpoch", Enabled: true },
    });
    expect(table.Properties.Replicas).toEqual([
      {
        Region: { Ref: "AWS::Region" },
        DeletionProtectionEnabled: true,
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      },
    ]);
  },
);

it("lists somebody's seats by an index", () => {
  expect(data.Resources.SeatsTable?.Properties.GlobalSecondaryIndexes).toEqual([
    {
      IndexName: "byUser",
      KeySchema: [
        { AttributeName: "userId", KeyType: "HASH" },
        { AttributeName: "assignedAt", KeyType: "RANGE" },
      ],
      Projection: { ProjectionType: "ALL" },
    },
  ]);
});

it.each(ofType(data, "AWS::S3::Bucket"))("keeps %s closed and encrypted", (_id, bucket) => {
  expect(bucket.Properties.PublicAccessBlockConfiguration).toEqual({
    BlockPublicAcls: true,
    BlockPublicPolicy: true,
    IgnorePublicAcls: true,
    RestrictPublicBuckets: true,
  });
  expect(JSON.stringify(bucket.Properties.BucketEncryption)).toContain("AES256");
});

it("refuses buckets over plain HTTP", () => {
  const policies = ofType(data, "AWS::S3::BucketPolicy");
  expect(policies).toHaveLength(3);
  for (const [, policy] of policies)
    expect(policy.Properties.PolicyDocument.Statement).toContainEqual(
      expect.objectContaining({ Effect: "Deny", Condition: { Bool: { "aws:SecureTransport": "false" } } }),
    );
});

it("writes no secret's value into the template", () => {
  expect(data.Resources.StripeSecret?.Properties).not.toHaveProperty("SecretString");
  expect(data.Resources.StripeSecret?.Properties).not.toHaveProperty("GenerateSecretString");
  expect(data.Resources.OriginSecret?.Properties.GenerateSecretString).toMatchObject({ PasswordLength: 48 });
});
