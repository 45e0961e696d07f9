import path from "node:path";
import { describe, expect, it } from "vitest";
import { BRAND } from "#shared/brand.ts";
import { FUNCTION_PARTS } from "../../infra/stacks.ts";
import { TABLES } from "../../infra/tables.ts";
import {
  type FunctionParts,
  functionPartsOf,
  indexesOf,
  indexProblems,
  movedFunctions,
  type TableIndexes,
  Template,
} from "../../scripts/deploy/release.ts";
import { readReleased } from "./released.ts";
import { ofType, synthesize, text, together } from "./synthesized.ts";

const templates = synthesize();
const { data, ...others } = templates;
const parts = functionPartsOf(Object.fromEntries(FUNCTION_PARTS.map((part) => [part, templates[part]])));

/** The resources with data, by logical id. A change of an id would create a new, empty resource. */
const STATEFUL = {
  ...Object.fromEntries(Object.keys(TABLES).map((name) => [`${name}Table`, "AWS::DynamoDB::GlobalTable"])),
  UserPool: "AWS::Cognito::UserPool",
  UserPoolClient: "AWS::Cognito::UserPoolClient",
  OperatorPool: "AWS::Cognito::UserPool",
  OperatorPoolClient: "AWS::Cognito::UserPoolClient",
  OperatorPoolGroup: "AWS::Cognito::UserPoolGroup",
  StripeSecret: "AWS::SecretsManager::Secret",
  OriginSecret: "AWS::SecretsManager::Secret",
  MailboxSecret: "AWS::SecretsManager::Secret",
  PoolSecret: "AWS::SecretsManager::Secret",
  SiteBucket: "AWS::S3::Bucket",
  DownloadsBucket: "AWS::S3::Bucket",
  LogBucket: "AWS::S3::Bucket",
  AlarmsKey: "AWS::KMS::Key",
};

const TYPES = new Set<string>([...Object.values(STATEFUL), "AWS::DynamoDB::Table"]);

it("exactly the listed resources are stateful, all in the data stack", () => {
  const found = Object.entries(data.Resources).filter(([, { Type }]) => TYPES.has(Type));
  expect(Object.fromEntries(found.map(([id, { Type }]) => [id, Type]))).toEqual(STATEFUL);
  for (const template of Object.values(others))
    expect(Object.values(template.Resources).filter(({ Type }) => TYPES.has(Type))).toEqual([]);
});

it.each(Object.keys(STATEFUL))("%s stays when its stack is deleted or replaces the resource", (id) => {
  expect(data.Resources[id]).toMatchObject({ DeletionPolicy: "Retain", UpdateReplacePolicy: "Retain" });
});

it.each(ofType(data, "AWS::DynamoDB::GlobalTable"))(
  "%s has point-in-time recovery, deletion protection and on-demand capacity",
  (id, table) => {
    expect(table.Properties).toMatchObject({
      TableName: `${BRAND.slug}-dev-${id.replace(/Table$/, "").toLowerCase()}`,
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

it("an index lists a user's seats", () => {
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

it.each(ofType(data, "AWS::S3::Bucket"))("%s is private and encrypted", (_id, bucket) => {
  expect(bucket.Properties.PublicAccessBlockConfiguration).toEqual({
    BlockPublicAcls: true,
    BlockPublicPolicy: true,
    IgnorePublicAcls: true,
    RestrictPublicBuckets: true,
  });
  expect(JSON.stringify(bucket.Properties.BucketEncryption)).toContain("AES256");
});

it("buckets refuse plain HTTP", () => {
  const policies = ofType(data, "AWS::S3::BucketPolicy");
  expect(policies).toHaveLength(3);
  for (const [, policy] of policies)
    expect(policy.Properties.PolicyDocument.Statement).toContainEqual(
      expect.objectContaining({ Effect: "Deny", Condition: { Bool: { "aws:SecureTransport": "false" } } }),
    );
});

it("the template has no secret's value", () => {
  expect(data.Resources.StripeSecret?.Properties).not.toHaveProperty("SecretString");
  expect(data.Resources.StripeSecret?.Properties).not.toHaveProperty("GenerateSecretString");
  for (const id of ["OriginSecret", "MailboxSecret"])
    expect(data.Resources[id]?.Properties.GenerateSecretString).toMatchObject({ PasswordLength: 48 });
});

describe("a release", () => {
  const now = indexesOf(Template.parse(data));
  const release: { indexes: TableIndexes; functions: FunctionParts } = readReleased(
    path.resolve(import.meta.dirname, "../../infra/releaseSteps.json"),
  );

  it("changes at most one index of each table, and moves no function to another stack", () => {
    expect(indexProblems(release.indexes, now)).toEqual([]);
    expect(movedFunctions(release.functions, parts)).toEqual([]);
  });

  it("stops at two index changes of a table, and says how to proceed", () => {
    const payouts = now.PayoutsTable ?? {};
    const two = { ...payouts, byOne: "{}", byTwo: "{}" };
    const [problem, ...others] = indexProblems(now, { ...now, PayoutsTable: two });
    expect(problem).toMatch(
      /^PayoutsTable: this release adds byOne, adds byTwo.*Release the commit with the first/,
    );
    expect(others).toEqual([]);
    const { byQueue: _, ...less } = payouts;
    expect(indexProblems(now, { ...now, PayoutsTable: { ...less, byOne: "{}" } })[0]).toMatch(
      /adds byOne, removes byQueue/,
    );
    expect(indexProblems(now, { ...now, PayoutsTable: { ...payouts, byOne: "{}" } })).toEqual([]);
    expect(indexProblems(now, { ...now, PayoutsTable: { ...payouts, byQueue: "{}" } })[0]).toMatch(
      /byQueue changes.*under another name/,
    );
  });

  it("can create a new table with any number of indexes", () => {
    expect(indexProblems(now, { ...now, NewTable: { byOne: "{}", byTwo: "{}" } })).toEqual([]);
  });

  it("stops if a function moves to another stack, and says how to proceed", () => {
    const moved = { ...parts, [`${BRAND.slug}-dev-licenses-activate`]: "billing" };
    expect(movedFunctions(parts, moved)).toEqual([
      expect.stringMatching(
        /licenses-activate moves from the stack licenses to billing.*another name and path/,
      ),
    ]);
  });
});

it("at most two functions follow a table, because DynamoDB throttles streams with more readers", () => {
  const followed = ofType(together(templates), "AWS::Lambda::EventSourceMapping").map(([, mapping]) =>
    text(mapping.Properties.EventSourceArn),
  );
  const streams = followed.filter((source) => source.includes("Stream"));
  expect(streams.length).toBeGreaterThan(0);
  for (const stream of streams)
    expect(streams.filter((other) => other === stream).length, stream).toBeLessThanOrEqual(2);
});
