import { expect, it, test } from "vitest";
import { BRAND } from "#shared/brand.ts";
import type { Access } from "../../infra/access/row.ts";
import { ACCESS } from "../../infra/access.ts";
import { logicalName, namesOf } from "../../infra/names.ts";
import { PARTS } from "../../infra/stacks.ts";
import { VAULT_TABLES } from "../../infra/tables.ts";
import { matches } from "./eventPattern.ts";
import { ofType, one, synthesize, text } from "./synthesized.ts";

const templates = synthesize({ stage: "prod" });
const { watch, data } = templates;
const names = namesOf("prod");
const ACCOUNT = "123456789012";

const LEASE_KEY = `arn:aws:kms:eu-west-1:${ACCOUNT}:key/leases`;

/** Resolves intrinsics as CloudFormation does. */
function resolved(value: unknown): string {
  const known: Record<string, string> = {
    "AWS::Partition": "aws",
    "AWS::Region": "eu-west-1",
    "AWS::AccountId": ACCOUNT,
    OperatorPoolId: "eu-west-1_operators",
    LeaseKeyArn: LEASE_KEY,
  };
  return text(value).replaceAll(/\$\{([\w:]+)\}/g, (_, name) => known[name] ?? name);
}
/** Resolves every intrinsic in a part of a template to text. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  const [key] = Object.keys(value);
  if (key === "Ref" || key?.startsWith("Fn::")) return resolved(value);
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, plain(part)]));
}

const rules = ofType(watch, "AWS::Events::Rule").map(([, { Properties }]) => ({
  ...Properties,
  pattern: plain(Properties.EventPattern) as Record<string, unknown>,
}));
const alarms = ofType(watch, "AWS::CloudWatch::Alarm").map(([, { Properties }]) => Properties);
const noticedBy = (event: object) =>
  rules
    .filter(({ pattern }) => matches(pattern, event))
    .map(({ Name }) => Name.replace(`${BRAND.slug}-prod-`, ""));

const called = (source: string, detail: object) => ({
  source: `aws.${source}`,
  "detail-type": "AWS API Call via CloudTrail",
  detail,
});
const role = (name: string) => ({
  arn: `arn:aws:sts::${ACCOUNT}:assumed-role/${name}/session`,
  sessionContext: { sessionIssuer: { userName: name } },
});
const atPool = (eventName: string, userPoolId: string, userIdentity = role("AWSReservedSSO_Administrator")) =>
  called("cognito-idp", { eventName, requestParameters: { userPoolId }, userIdentity });

test.each([
  ["AdminCreateUser", "operator-changed"],
  ["AdminAddUserToGroup", "operator-changed"],
  ["AdminEnableUser", "operator-changed"],
  ["AdminDeleteUser", "operator-changed"],
  ["AdminDisableUser", "operator-changed"],
  ["AdminRemoveUserFromGroup", "operator-changed"],
  ["AdminDeleteSoftwareToken", "operator-changed"],
  ["AdminSetUserMFAPreference", "operator-changed"],
  ["AdminSetUserPassword", "operator-changed"],
  ["SetUserPoolMfaConfig", "operator-changed"],
])("%s raises the alarm %s only for the operators' pool", (operation, notice) => {
  expect(noticedBy(atPool(operation, "eu-west-1_operators"))).toEqual([notice]);
  expect(noticedBy(atPool(operation, "eu-west-1_customers"))).toEqual([]);
});

const copied = (state: string, table: string) => ({
  source: "aws.backup",
  "detail-type": "Backup Job State Change",
  detail: { state, resourceArn: `arn:aws:dynamodb:eu-west-1:${ACCOUNT}:table/${table}` },
});

test("only a completed copy of one of this stage's tables counts as a backup", () => {
  expect(noticedBy(copied("COMPLETED", `${BRAND.slug}-prod-payouts`))).toEqual(["backup-missing"]);
  expect(noticedBy(copied("FAILED", `${BRAND.slug}-prod-payouts`))).toEqual([]);
  expect(noticedBy(copied("COMPLETED", `${BRAND.slug}-staging-payouts`))).toEqual([]);
});

it("an alarm rings if a table has had no backup for two days", () => {
  const alarm = alarms.find(({ AlarmName }) => AlarmName === `${BRAND.slug}-prod-backup-missing`);
  expect(alarm).toMatchObject({
    ComparisonOperator: "LessThanThreshold",
    Threshold: VAULT_TABLES.length,
    Period: 86_400,
    EvaluationPeriods: 2,
    TreatMissingData: "breaching",
  });
});

test("calls of our own functions to the operators' pool raise no alarm", () => {
  const asked = Object.entries<Access>(ACCESS).flatMap(([id, { operatorPool = [] }]) =>
    operatorPool.map((operation) => ({
      operation,
      by: role(`${names.stack("accounts")}-${logicalName(id)}Role-1A`),
    })),
  );
  expect(asked.length).toBeGreaterThan(0);
  for (const { operation, by } of asked)
    expect(noticedBy(atPool(operation, "eu-west-1_operators", by))).toEqual([]);
});

test.each(["AdminAddUserToGroup", "AdminDeleteSoftwareToken", "UpdateUserPool"])(
  "%s raises the alarm operator-changed even if a role of the shop calls it, because no function makes this call",
  (operation) => {
    for (const name of ["deploy", "accounts-AccountsInviteReaderRole-1A"])
      expect(noticedBy(atPool(operation, "eu-west-1_operators", role(`${BRAND.slug}-prod-${name}`)))).toEqual(
        ["operator-changed"],
      );
  },
);

const reading = (userIdentity: object, secretId: string, eventName = "GetSecretValue") =>
  called("secretsmanager", { eventName, requestParameters: { secretId }, userIdentity });
const STRIPE = names.secret("stripe");
const BY_ARN = `arn:aws:secretsmanager:eu-west-1:${ACCOUNT}:secret:${STRIPE}-AbCdEf`;

test.each([
  ["a person's role", role("AWSReservedSSO_Administrator_0123456789abcdef")],
  ["a user", { arn: `arn:aws:iam::${ACCOUNT}:user/thief` }],
  ["the root user", { arn: `arn:aws:iam::${ACCOUNT}:root` }],
  ["another stage's function", role(`${BRAND.slug}-staging-billing-StripeEventsStripeWebhookRole-1A2B3C`)],
  ["another role of the CDK", role(`cdk-hnb659fds-deploy-role-${ACCOUNT}-eu-west-1`)],
])("an alarm rings if %s reads a secret by its name or ARN", (_who, identity) => {
  for (const secret of [STRIPE, BY_ARN])
    expect(noticedBy(reading(identity, secret))).toEqual(["secret-read"]);
  expect(noticedBy(reading(identity, "another/shop"))).toEqual([]);
  expect(noticedBy(reading(identity, namesOf("staging").secret("stripe")))).toEqual([]);
  expect(noticedBy(reading(identity, STRIPE, "DescribeSecret"))).toEqual([]);
});

test("a stranger who signs with the lease key raises an alarm", () => {
  const signing = (userIdentity: object, ARN: string, eventName = "Sign") =>
    called("kms", { eventName, requestParameters: { keyId: "leases" }, resources: [{ ARN }], userIdentity });
  const thief = { arn: `arn:aws:iam::${ACCOUNT}:user/thief` };
  expect(noticedBy(signing(thief, LEASE_KEY))).toEqual(["secret-read"]);
  expect(noticedBy(signing(thief, `${LEASE_KEY}2`))).toEqual([]);
  expect(noticedBy(signing(thief, LEASE_KEY, "GetPublicKey"))).toEqual([]);
  expect(
    noticedBy(signing(role(`${BRAND.slug}-prod-licenses-LicensesActivateRole-1A2B3C`), LEASE_KEY)),
  ).toEqual([]);
});

test("the shop's own functions can read their secrets without an alarm", () => {
  const readers = Object.entries<Access>(ACCESS).filter(
    ([, { stripe, mailboxes, poolSecret }]) => stripe || mailboxes || poolSecret,
  );
  expect(readers.length).toBeGreaterThan(30);
  for (const [id] of readers) {
    const role_ = `${logicalName(id)}Role`;
    const part = PARTS.find((one) => role_ in templates[one].Resources);
    if (part === undefined) throw new Error(id);
    // CloudFormation cuts names at IAM's 64 characters.
    const name = `${names.stack(part)}-${role_}-1A2B3C4D5E6F`.slice(0, 64);
    expect(noticedBy(reading(role(name), STRIPE)), id).toEqual([]);
  }
});

test.each([`${BRAND.slug}-prod-deploy`, `cdk-hnb659fds-cfn-exec-role-${ACCOUNT}-eu-west-1`])(
  "a deployment as %s can read secrets without an alarm",
  (name) => {
    expect(noticedBy(reading(role(name), STRIPE))).toEqual([]);
  },
);

it("only the rule about secrets receives events about read calls", () => {
  const states = Object.fromEntries(
    rules.map(({ Name, State }) => [Name.replace(`${BRAND.slug}-prod-`, ""), State]),
  );
  expect(states).toEqual({
    "operator-changed": "ENABLED",
    "secret-read": "ENABLED_WITH_ALL_CLOUDTRAIL_MANAGEMENT_EVENTS",
    "backup-missing": "ENABLED",
  });
  for (const { Name, pattern } of rules) expect(JSON.stringify(pattern).length, Name).toBeLessThan(2048);
});

it("each rule has one alarm, and keeps its events in a log or, if that fails, in a dead-letter queue", () => {
  const group = one(watch, "AWS::Logs::LogGroup").Properties.LogGroupName;
  expect(group).toMatch(/^\/aws\/events\//);
  const policy = JSON.parse(resolved(one(watch, "AWS::Logs::ResourcePolicy").Properties.PolicyDocument));
  expect(policy.Statement[0].Resource).toMatch(new RegExp(`log-group:${group}:\\*$`));
  const [sender] = ofType(data, "AWS::SQS::QueuePolicy")
    .filter(([id]) => id === "JobsDeadLettersPolicy")
    .flatMap(([, { Properties }]) => Properties.PolicyDocument.Statement)
    .filter(({ Principal }) => Principal.Service === "events.amazonaws.com");
  const allowed = resolved(sender.Condition.ArnLike["aws:SourceArn"]).replace("*", "");
  for (const { Name, Targets } of rules) {
    expect(`arn:aws:events:eu-west-1:${ACCOUNT}:rule/${Name}`.startsWith(allowed)).toBe(true);
    expect(Targets.map(({ Arn }: { Arn: unknown }) => resolved(Arn))).toEqual([
      `arn:aws:logs:eu-west-1:${ACCOUNT}:log-group:${group}`,
    ]);
    expect(resolved(Targets[0].DeadLetterConfig.Arn)).toContain(`:${BRAND.slug}-prod-jobs-dead-letters`);
    const counting = alarms.filter(({ Dimensions = [] }) =>
      Dimensions.some(({ Value }: { Value: unknown }) => Value === Name),
    );
    expect(counting, Name).toMatchObject([
      { Namespace: "AWS/Events", MetricName: "TriggeredRules", AlarmName: Name },
    ]);
  }
});

it("a stage has a trail, which EventBridge needs to see calls, and a bucket for its files", () => {
  const trail = one(watch, "AWS::CloudTrail::Trail").Properties;
  expect(trail).toMatchObject({ IsLogging: true, IsMultiRegionTrail: true, EnableLogFileValidation: true });
  const { PolicyDocument } =
    ofType(data, "AWS::S3::BucketPolicy").find(([id]) => id === "TrailBucketPolicy")?.[1].Properties ?? {};
  const allowed = PolicyDocument.Statement.filter(
    ({ Principal }: { Principal: { Service?: string } }) => Principal.Service === "cloudtrail.amazonaws.com",
  );
  expect(allowed.map(({ Action }: { Action: string }) => Action)).toEqual([
    "s3:GetBucketAcl",
    "s3:PutObject",
  ]);
  for (const { Condition } of allowed)
    expect(resolved(Condition.StringEquals["aws:SourceArn"])).toBe(
      `arn:aws:cloudtrail:eu-west-1:${ACCOUNT}:trail/${trail.TrailName}`,
    );
  expect(text(allowed[1].Resource)).toMatch(/\/AWSLogs\//);
});

it("a stage keeps its trail for a year in a separate bucket with versions", () => {
  const { BucketName, VersioningConfiguration, LifecycleConfiguration } =
    data.Resources.TrailBucket?.Properties ?? {};
  expect(text(BucketName)).toBe(text(one(watch, "AWS::CloudTrail::Trail").Properties.S3BucketName));
  expect(VersioningConfiguration).toEqual({ Status: "Enabled" });
  expect(LifecycleConfiguration.Rules).toContainEqual({
    Id: "expire",
    Status: "Enabled",
    ExpirationInDays: 365,
  });
  expect(data.Resources.TrailBucket).toMatchObject({
    DeletionPolicy: "Retain",
    UpdateReplacePolicy: "Retain",
  });
  const others = ofType(data, "AWS::S3::BucketPolicy").filter(([id]) => id !== "TrailBucketPolicy");
  expect(others.filter(([, policy]) => JSON.stringify(policy).includes("cloudtrail"))).toEqual([]);
});

it("stage dev has no trail and pays for no rule", () => {
  const dev = synthesize({ stage: "dev" });
  const idsOf = (type: string) => PARTS.flatMap((part) => ofType(dev[part], type).map(([id]) => id));
  expect(idsOf("AWS::CloudTrail::Trail")).toEqual([]);
  expect(idsOf("AWS::Logs::ResourcePolicy")).toEqual([]);
  // This rule reads events of SES, which are free.
  expect(idsOf("AWS::Events::Rule")).toEqual(["MailFeedbackRule"]);
  expect(JSON.stringify(dev)).not.toContain("cloudtrail");
});
