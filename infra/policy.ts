import { Aws } from "aws-cdk-lib";
import { SCRIPT_ROUTES } from "#shared/apiKeys/scopes.ts";
import { BRAND } from "#shared/brand.ts";
import type { Access, Grant } from "./access/row.ts";
import { arn, JOBS, logicalName, streamParameter } from "./names.ts";
import { published } from "./parameters.ts";
import type { Scope } from "./scope.ts";

export type Statement = {
  readonly Sid: string;
  readonly Effect: "Allow";
  readonly Action: readonly string[];
  readonly Resource: string | readonly string[];
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
};

/** SES's identities: addresses and domains of senders and of the sandbox's recipients. */
const ANY_IDENTITY = "identity/*";

/** The exact statements of an access row, one per table or index. Only the resources of mail have wildcards. */
export function statementsOf(scope: Scope, access: Access): Statement[] {
  const statements = tableGrants(access).map(([target, grant]) => tableStatement(scope, target, grant));
  if (access.cognito)
    statements.push({
      Sid: "UserPool",
      Effect: "Allow",
      Action: access.cognito.map((action) => `cognito-idp:${action}`),
      Resource: arn("cognito-idp", `userpool/${published(scope, "user-pool-id")}`),
    });
  if (access.operatorPool)
    statements.push({
      Sid: "OperatorPool",
      Effect: "Allow",
      Action: access.operatorPool.map((action) => `cognito-idp:${action}`),
      Resource: arn("cognito-idp", `userpool/${published(scope, "operator-pool-id")}`),
    });
  for (const queue of access.sends ?? [])
    statements.push({
      Sid: `SendTo${logicalName(queue)}`,
      Effect: "Allow",
      Action: ["sqs:SendMessage"],
      Resource: arn("sqs", scope.names.queue(queue)),
    });
  if (access.receives)
    statements.push({
      Sid: `ReceiveFrom${logicalName(access.receives)}`,
      Effect: "Allow",
      Action: ["sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:GetQueueAttributes"],
      Resource: arn("sqs", scope.names.queue(access.receives)),
    });
  for (const table of access.follows ?? [])
    statements.push({
      Sid: `Follow${table}`,
      Effect: "Allow",
      Action: ["DescribeStream", "GetRecords", "GetShardIterator", "ListStreams"].map((a) => `dynamodb:${a}`),
      Resource: published(scope, streamParameter(table)),
    });
  if (access.follows)
    statements.push({
      Sid: "PutAway",
      Effect: "Allow",
      Action: ["sqs:SendMessage"],
      Resource: arn("sqs", scope.names.deadLetterQueue(JOBS)),
    });
  if (access.mails)
    statements.push(
      {
        Sid: "Mail",
        Effect: "Allow",
        Action: ["ses:SendEmail"],
        // In its sandbox, SES checks the recipient's identity as well as the sender's.
        Resource: arn("ses", ANY_IDENTITY),
        Condition: { StringEquals: { "ses:FromAddress": [mailAddress()] } },
      },
      {
        Sid: "MailSettings",
        Effect: "Allow",
        Action: ["ses:SendEmail"],
        Resource: arn("ses", `configuration-set/${scope.names.mailSettings}`),
      },
      { Sid: "MailQuota", Effect: "Allow", Action: ["ses:GetAccount"], Resource: "*" },
    );
  if (access.calls)
    statements.push({
      Sid: "Calls",
      Effect: "Allow",
      Action: ["lambda:InvokeFunction"],
      Resource: SCRIPT_ROUTES.map(({ id }) => arn("lambda", `function:${scope.names.function(id)}`)),
    });
  if (access.stripe)
    statements.push({
      Sid: "StripeSecret",
      Effect: "Allow",
      Action: ["secretsmanager:GetSecretValue"],
      Resource: published(scope, "secret-stripe-arn"),
    });
  if (access.leases === "signs")
    statements.push({
      Sid: "SignLeases",
      Effect: "Allow",
      Action: ["kms:Sign"],
      // A key rotation updates policies before functions. Until its own update, a function signs with the previous key.
      Resource: [published(scope, "lease-key-arn"), published(scope, "lease-key-before-arn")],
    });
  if (access.mailboxes)
    statements.push({
      Sid: "MailboxSecret",
      Effect: "Allow",
      Action: ["secretsmanager:GetSecretValue"],
      Resource: published(scope, "secret-mailbox-arn"),
    });
  if (access.poolSecret)
    statements.push({
      Sid: "PoolSecret",
      Effect: "Allow",
      Action: ["secretsmanager:GetSecretValue"],
      Resource: published(scope, "secret-pool-arn"),
    });
  return statements;
}

/** The environment variables of an access row. A function gets only the names of what it may access. */
export function environmentOf(scope: Scope, access: Access): Record<string, string> {
  const { names } = scope;
  const tables = new Set(tableGrants(access).map(([target]) => tableOf(target)));
  return {
    ...Object.fromEntries([...tables].map((table) => [`TABLE_${table.toUpperCase()}`, names.table(table)])),
    ...(access.cognito ? { USER_POOL_ID: published(scope, "user-pool-id") } : {}),
    ...(access.operatorPool
      ? {
          OPERATOR_POOL_ID: published(scope, "operator-pool-id"),
          SECOND_FACTOR: scope.settings.operatorSecondFactor,
        }
      : {}),
    ...(access.operatorClient ? { OPERATOR_CLIENT_ID: published(scope, "operator-pool-client-id") } : {}),
    ...(access.calls ? { FUNCTION_PREFIX: names.prefix } : {}),
    ...(access.stripe ? { SECRET_STRIPE: names.secret("stripe") } : {}),
    ...(access.leases
      ? {
          LEASE_KEYS: published(scope, "lease-keys"),
          LICENSE_ISSUER: published(scope, "license-issuer"),
        }
      : {}),
    ...(access.mailboxes ? { SECRET_MAILBOX: names.secret("mailbox") } : {}),
    ...(access.poolSecret ? { SECRET_POOL: names.secret("pool") } : {}),
    ...Object.fromEntries(
      (access.sends ?? []).map((queue) => [`${queue.toUpperCase()}_QUEUE_URL`, queueUrl(names.queue(queue))]),
    ),
    ...(access.mails
      ? {
          MAIL_FROM: BRAND.mailFrom,
          MAIL_SETTINGS: names.mailSettings,
          OPERATOR_EMAIL: published(scope, "operator-email"),
        }
      : {}),
    ...(access.deniedNetworks ? { DENIED_NETWORKS: scope.settings.deniedNetworks.join(",") } : {}),
    ...(access.prices
      ? {
          PRICE_MONTHLY: published(scope, "stripe/price-monthly"),
          PRICE_LIFETIME: published(scope, "stripe/price-lifetime"),
        }
      : {}),
  };
}

function queueUrl(name: string): string {
  return `https://sqs.${Aws.REGION}.${Aws.URL_SUFFIX}/${Aws.ACCOUNT_ID}/${name}`;
}

/** Without the display name, which SES does not compare. */
function mailAddress(): string {
  const address = /([^<\s]+@[^>\s]+)>?$/.exec(BRAND.mailFrom)?.[1];
  if (address) return address;
  throw new Error(`BRAND.mailFrom is ${JSON.stringify(BRAND.mailFrom)}: it must end in an address.`);
}

/**
 * Adds read access to Users, so that an endpoint can check its caller. Does nothing if the row already reads the caller
 * together with other rows in a batch.
 */
export function mayReadUsers(access: Access): Access {
  const granted = access.tables?.Users ?? [];
  const actions = "leadingKeys" in granted ? granted.actions : granted;
  if (actions.includes("BatchGetItem")) return access;
  return { ...access, tables: { ...access.tables, Users: [...new Set(["GetItem" as const, ...actions])] } };
}

type AnyGrant = Grant<string>;

function tableGrants(access: Access): [target: string, grant: AnyGrant][] {
  return Object.entries<AnyGrant | undefined>(access.tables ?? {}).flatMap(([target, grant]) =>
    grant === undefined ? [] : [[target, grant]],
  );
}

function tableOf(target: string): string {
  return target.split("/")[0] ?? target;
}

function tableStatement({ names }: Scope, target: string, grant: AnyGrant): Statement {
  const index = target.split("/")[1];
  const table = `table/${names.table(tableOf(target))}`;
  const actions = "leadingKeys" in grant ? grant.actions : grant;
  return {
    Sid: target.replace(/[^A-Za-z0-9]/g, ""),
    Effect: "Allow",
    Action: actions.map((action) => `dynamodb:${action}`),
    Resource: arn("dynamodb", index === undefined ? table : `${table}/index/${index}`),
    ...("leadingKeys" in grant
      ? { Condition: { "ForAllValues:StringLike": { "dynamodb:LeadingKeys": grant.leadingKeys } } }
      : {}),
  };
}
