import { describe, expect, it } from "vitest";
import { SCRIPT_ROUTES } from "#shared/apiKeys/scopes.ts";
import { BRAND } from "#shared/brand.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import { ENDPOINTS } from "#shared/endpoints.ts";
import type { Access, Grant } from "../../infra/access/row.ts";
import { ACCESS } from "../../infra/access.ts";
import { SCHEDULES, STREAM_CONSUMERS, type StreamConsumer } from "../../infra/events.ts";
import { logicalName, namesOf } from "../../infra/names.ts";
import { mayReadUsers, statementsOf } from "../../infra/policy.ts";
import { PARTS } from "../../infra/stacks.ts";
import { STAGE_SETTINGS } from "../../infra/stages.ts";
import { build, everything, ofType, synthesize, text } from "./synthesized.ts";

const templates = synthesize();
const resources = everything(templates);
const rows = Object.entries<Access>(ACCESS);
const followers: Readonly<Record<string, StreamConsumer>> = STREAM_CONSUMERS;
const contracts: Readonly<Record<string, Endpoint>> = ENDPOINTS;

type Statement = {
  Sid: string;
  Action: string | string[];
  Resource: unknown;
  Condition?: {
    "ForAllValues:StringLike"?: { "dynamodb:LeadingKeys": readonly string[] };
    StringEquals?: { "ses:FromAddress": readonly string[] };
  };
};

function resourceOf(id: string, kind: "Role" | "Function") {
  const name = `${logicalName(id)}${kind}`;
  return resources[name]?.Properties;
}

/** What a function's own role allows, and on which partitions, like `dynamodb:GetItem table/articlip-dev-users`. */
function granted(id: string): string[] {
  const statements: Statement[] = resourceOf(id, "Role").Policies[0].PolicyDocument.Statement;
  return statements
    .filter(({ Sid }) => Sid !== "Log" && Sid !== "Trace")
    .flatMap(({ Action, Resource, Condition }) => {
      const sender = Condition?.StringEquals?.["ses:FromAddress"];
      const limit = sender
        ? ` from ${sender.join()}`
        : limitedTo(Condition?.["ForAllValues:StringLike"]?.["dynamodb:LeadingKeys"]);
      return [Action]
        .flat()
        .flatMap((action) => [Resource].flat().map((resource) => `${action} ${text(resource)}${limit}`));
    })
    .sort();
}

const limitedTo = (partitions: readonly string[] | undefined) =>
  partitions === undefined ? "" : ` where pk is ${partitions.join(" or ")}`;

const here = (service: string) => `arn:\${AWS::Partition}:${service}:\${AWS::Region}:\${AWS::AccountId}:`;

const readsCallerWithMore = ({ tables }: Access) => [tables?.Users ?? []].flat().includes("BatchGetItem");

function expected(id: string, access: Access): string[] {
  const audience = contracts[id]?.audience;
  const followed = followers[id]?.tables ?? [];
  const tables = Object.entries<Grant<string>>(access.tables ?? {}).flatMap(([target, grant]) => {
    const [table = "", index] = target.split("/");
    const resource = `${here("dynamodb")}table/${BRAND.slug}-dev-${table.toLowerCase()}${index ? `/index/${index}` : ""}`;
    const limit = "leadingKeys" in grant ? limitedTo(grant.leadingKeys) : "";
    return ("leadingKeys" in grant ? grant.actions : grant).map(
      (action) => `dynamodb:${action} ${resource}${limit}`,
    );
  });
  const suspension =
    (audience === "customer" || audience === "operator") && !readsCallerWithMore(access)
      ? [`dynamodb:GetItem ${here("dynamodb")}table/${BRAND.slug}-dev-users`]
      : [];
  return [
    ...new Set([
      ...tables,
      ...suspension,
      ...(access.calls ? SCRIPT_ROUTES : []).map(
        ({ id: called }) =>
          `lambda:InvokeFunction ${here("lambda")}function:${BRAND.slug}-dev-${called.replace("/", "-")}`,
      ),
      ...(access.stripe ? [`secretsmanager:GetSecretValue \${SecretStripeArn}`] : []),
      ...(access.leases === "signs" ? [`kms:Sign \${LeaseKeyArn}`, `kms:Sign \${LeaseKeyBeforeArn}`] : []),
      ...(access.mailboxes ? [`secretsmanager:GetSecretValue \${SecretMailboxArn}`] : []),
      ...(access.poolSecret ? [`secretsmanager:GetSecretValue \${SecretPoolArn}`] : []),
      ...(access.sends ?? []).map((queue) => `sqs:SendMessage ${here("sqs")}${BRAND.slug}-dev-${queue}`),
      ...(access.receives
        ? ["ReceiveMessage", "DeleteMessage", "GetQueueAttributes"].map(
            (action) => `sqs:${action} ${here("sqs")}${BRAND.slug}-dev-${access.receives}`,
          )
        : []),
      ...followed.flatMap((table) =>
        ["DescribeStream", "GetRecords", "GetShardIterator", "ListStreams"].map(
          (action) => `dynamodb:${action} \${${logicalName(`stream/${table.toLowerCase()}`)}}`,
        ),
      ),
      ...(followed.length > 0
        ? ["jobs-dead-letters", "aside"]
        : id in SCHEDULES
          ? ["jobs-dead-letters"]
          : []
      ).map((queue) => `sqs:SendMessage ${here("sqs")}${BRAND.slug}-dev-${queue}`),
      ...(access.mails
        ? [
            "ses:GetAccount *",
            `ses:SendEmail ${here("ses")}identity/* from ${/<(.+)>/.exec(BRAND.mailFrom)?.[1]}`,
            `ses:SendEmail ${here("ses")}configuration-set/${BRAND.slug}-dev`,
          ]
        : []),
      ...(access.operatorPool ?? []).map(
        (action) => `cognito-idp:${action} ${here("cognito-idp")}userpool/\${OperatorPoolId}`,
      ),
      ...(access.cognito ?? []).map(
        (action) => `cognito-idp:${action} ${here("cognito-idp")}userpool/\${UserPoolId}`,
      ),
    ]),
  ].sort();
}

describe.each(rows)("%s", (id, access) => {
  it("has exactly the permissions that infra/access.ts lists for it", () => {
    expect(granted(id)).toEqual(expected(id, access));
  });

  it("receives the names of exactly the tables that it may use", () => {
    const told = Object.keys(resourceOf(id, "Function").Environment.Variables);
    const touched = granted(id).flatMap(
      (grant) => new RegExp(String.raw`table/${BRAND.slug}-dev-(\w+)`).exec(grant)?.[1] ?? [],
    );
    expect(new Set(told.filter((name) => name.startsWith("TABLE_")))).toEqual(
      new Set(touched.map((table) => `TABLE_${table.toUpperCase()}`)),
    );
    expect(told.includes("SECRET_STRIPE")).toBe(access.stripe === true);
    expect(told.includes("LEASE_KEYS")).toBe(access.leases !== undefined);
    expect(told.includes("SECRET_MAILBOX")).toBe(access.mailboxes === true);
    expect(told.includes("SECRET_POOL")).toBe(access.poolSecret === true);
    expect(told.includes("USER_POOL_ID")).toBe(access.cognito !== undefined);
    for (const name of ["OPERATOR_POOL_ID", "SECOND_FACTOR"])
      expect(told.includes(name), name).toBe(access.operatorPool !== undefined);
    expect(told.includes("PRICE_MONTHLY")).toBe(access.prices === true);
    expect(told.includes("MAIL_QUEUE_URL")).toBe(access.sends?.includes("mail") === true);
    expect(told.includes("SECURITY_QUEUE_URL")).toBe(access.sends?.includes("security") === true);
    expect(told.includes("DENIED_NETWORKS")).toBe(access.deniedNetworks === true);
    expect(told.includes("MAIL_FROM")).toBe(access.mails === true);
    expect(told.includes("MAIL_SETTINGS")).toBe(access.mails === true);
  });
});

it("infra/access.ts lists the permissions of exactly the functions that exist", () => {
  const functions = PARTS.flatMap((part) => ofType(templates[part], "AWS::Lambda::Function"));
  expect(functions.map(([, fn]) => fn.Properties.Environment.Variables.FUNCTION_ID).sort()).toEqual(
    rows.map(([id]) => id).sort(),
  );
});

it("permissions have wildcards only for log streams, lists of streams, mail recipients, SES's quota and X-Ray", () => {
  const own = PARTS.flatMap((part) => ofType(templates[part], "AWS::IAM::Role"));
  const shared = PARTS.flatMap((part) => ofType(templates[part], "AWS::IAM::ManagedPolicy"));
  expect(shared.map(([id]) => id)).toEqual(["TracePolicy"]);
  expect(shared[0]?.[1].Properties.PolicyDocument.Statement).toEqual([
    {
      Sid: "Trace",
      Effect: "Allow",
      Action: ["xray:PutTraceSegments", "xray:PutTelemetryRecords"],
      Resource: "*",
    },
  ]);
  const wild = own.flatMap(([role, { Properties }]) =>
    Properties.Policies.flatMap((policy: { PolicyDocument: { Statement: Statement[] } }) =>
      policy.PolicyDocument.Statement.flatMap(({ Action, Resource }) => {
        // AWS offers this action only for the whole account.
        if (Action[0] === "ses:GetAccount") return [];
        const lines = [...[Action].flat(), ...[Resource].flat().map(text)];
        // SES's sandbox also checks the recipient's identity. The grant above names the only sender.
        return lines
          .filter((line) => /[*?]/.test(line) && !/:identity\/\*$/.test(line))
          .map((line) => ({ role, line }));
      }),
    ),
  );
  for (const { line } of wild)
    expect(line).toMatch(new RegExp(String.raw`:log-group:/${BRAND.slug}/dev/[\w/]+:\*$`));
  expect(wild).toHaveLength(rows.length);
});

it("the functions have no managed policy of AWS except the one for traces", () => {
  for (const part of PARTS)
    for (const [id, role] of ofType(templates[part], "AWS::IAM::Role"))
      expect((role.Properties.ManagedPolicyArns ?? []).map(text), id).toEqual(
        id === "SchedulesRole"
          ? []
          : [`arn:\${AWS::Partition}:iam::\${AWS::AccountId}:policy/${BRAND.slug}-dev-trace`],
      );
});

describe("a role's statements", () => {
  const { billing: stack } = build().stacks;
  if (stack === undefined) throw new Error("There is no stack.");
  const scope = { stack, stage: "dev" as const, names: namesOf("dev"), settings: STAGE_SETTINGS.dev };

  it("are limited to the leading keys that infra/access.ts names", () => {
    const access: Access = { tables: { Events: { actions: ["GetItem"], leadingKeys: ["checkout#*"] } } };
    expect(statementsOf(scope, access)[0]).toMatchObject({
      Action: ["dynamodb:GetItem"],
      Condition: { "ForAllValues:StringLike": { "dynamodb:LeadingKeys": ["checkout#*"] } },
    });
  });

  it("limit the function that checks API keys to the rows of keys in Users", () => {
    const users = statementsOf(scope, ACCESS["apiKeys/call"]).filter(({ Sid }) => Sid === "Users");
    expect(users).toMatchObject([
      { Condition: { "ForAllValues:StringLike": { "dynamodb:LeadingKeys": ["apiKeys"] } } },
    ]);
  });

  it("name only the index for a query of an index", () => {
    const [statement] = statementsOf(scope, { tables: { "Seats/byUser": ["Query"] } });
    expect(text(stack.resolve(statement?.Resource))).toMatch(
      new RegExp(`table/${BRAND.slug}-dev-seats/index/byUser$`),
    );
  });

  it("do not grant the suspension check twice", () => {
    const row = mayReadUsers({ tables: { Users: ["GetItem", "UpdateItem"], Grants: ["Query"] } });
    expect(row.tables).toEqual({ Users: ["GetItem", "UpdateItem"], Grants: ["Query"] });
  });

  it("do not grant the suspension check if the function reads the caller together with another row", () => {
    const row: Access = { tables: { Users: ["BatchGetItem"], Insights: ["BatchGetItem"] } };
    expect(mayReadUsers(row)).toEqual(row);
  });
});
