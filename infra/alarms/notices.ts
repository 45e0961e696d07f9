import { Aws } from "aws-cdk-lib";
import { CfnRule } from "aws-cdk-lib/aws-events";
import { CfnLogGroup, CfnResourcePolicy } from "aws-cdk-lib/aws-logs";
import { arn, JOBS, logicalName, QUALIFIER } from "../names.ts";
import { published } from "../parameters.ts";
import type { Scope } from "../scope.ts";
import { VAULT_TABLES } from "../tables.ts";
import type { Alarm } from "./alarm.ts";

type Notice = {
  readonly id: string;
  readonly says: string;
  readonly section: string;
  /** EventBridge's event pattern, at most 2,048 characters. */
  readonly pattern: (scope: Scope) => object;
  /** Also matches CloudTrail's many read events. */
  readonly reads?: true;
  /** Rings if fewer events than this came on each of two days. */
  readonly expected?: number;
};

const DAY_MINUTES = 24 * 60;

const CALLED = "AWS API Call via CloudTrail";

const ADDING = ["AdminAddUserToGroup", "AdminEnableUser", "CreateUserImportJob"];
/** Calls that bypass `operator:remove`, which also revokes the operator's API keys. */
const REMOVING = ["AdminDisableUser", "AdminRemoveUserFromGroup"];
/** The shop's own functions make these calls for readers and write them to the audit log. */
const FOR_READERS = ["AdminCreateUser", "AdminDeleteUser", "AdminSetUserPassword"];
const RESETTING = [
  "AdminDeleteSoftwareToken",
  "AdminResetUserPassword",
  "AdminSetUserMFAPreference",
  "AdminUpdateUserAttributes",
  "SetUserPoolMfaConfig",
  "UpdateUserPool",
];

const changesOperators = (scope: Scope) => ({
  source: ["aws.cognito-idp"],
  "detail-type": [CALLED],
  detail: {
    requestParameters: { userPoolId: [published(scope, "operator-pool-id")] },
    $or: [
      { eventName: [...ADDING, ...REMOVING, ...RESETTING] },
      ...byOthers(scope).map((userIdentity) => ({ eventName: FOR_READERS, userIdentity })),
    ],
  },
});

/** Matches a caller whose role is not one of the deployment's, and IAM users and root, who have no role. */
function byOthers({ names }: Scope) {
  const role = (userName: object) => ({ sessionContext: { sessionIssuer: { userName: [userName] } } });
  return [role({ "anything-but": { prefix: `${names.prefix}-` } }), role({ exists: false })];
}

/** Actions with AWS credentials that bypass the shop. A person who may change these rules can also silence them. */
const NOTICES: readonly Notice[] = [
  {
    id: "operator/changed",
    says: "An account of the operators' user pool was added, enabled, disabled, removed or reset, or the pool was changed.",
    section: "an-operators-account-changed",
    pattern: changesOperators,
  },
  {
    id: "secret/read",
    says: "Someone other than the shop and its deployments read a secret or signed a lease, or tried to.",
    section: "a-secret-was-read",
    pattern: readByStrangers,
    reads: true,
  },
];

/**
 * Matches reads of secrets, and signatures with a lease key, by anyone but the shop. A request names a secret by name
 * or ARN; CloudTrail always logs a key's ARN. The names of the shop's roles begin with the prefix of the deployment;
 * CloudFormation resolves references with the CDK's role. IAM users and root have no role, so the pattern matches them.
 */
function readByStrangers(scope: Scope) {
  const { names } = scope;
  const name = names.secret("");
  return {
    "detail-type": [CALLED],
    $or: [
      {
        source: ["aws.secretsmanager"],
        detail: {
          eventName: ["GetSecretValue"],
          requestParameters: {
            secretId: [{ prefix: name }, { prefix: arn("secretsmanager", `secret:${name}`) }],
          },
        },
      },
      {
        source: ["aws.kms"],
        detail: {
          eventName: ["Sign"],
          resources: { ARN: [published(scope, "lease-key-arn"), published(scope, "lease-key-before-arn")] },
        },
      },
    ],
    detail: {
      userIdentity: {
        arn: [
          {
            "anything-but": {
              prefix: `arn:${Aws.PARTITION}:sts::${Aws.ACCOUNT_ID}:assumed-role/cdk-${QUALIFIER}-cfn-exec-role-`,
            },
          },
        ],
        $or: byOthers(scope),
      },
    },
  };
}

const BACKUP_NOTICE: Notice = {
  id: "backup/missing",
  says: "For two days, not every table was copied into the vault.",
  section: "a-backup-failed-or-is-missing",
  pattern: ({ names }) => ({
    source: ["aws.backup"],
    "detail-type": ["Backup Job State Change"],
    detail: { state: ["COMPLETED"], resourceArn: [{ prefix: arn("dynamodb", `table/${names.table("")}`) }] },
  }),
  expected: VAULT_TABLES.length,
};

/** All notices' rules write to the same log group. Each rule has its own count and alarm. */
export function noticeAlarms(scope: Scope): Alarm[] {
  const logGroup = createEventLog(scope);
  const notices = [...NOTICES, ...(scope.settings.vault ? [BACKUP_NOTICE] : [])];
  return notices.map(({ id, says, section, pattern, reads, expected }) => {
    const name = `${scope.names.prefix}-${id.replace("/", "-")}`;
    new CfnRule(scope.stack, `${logicalName(id)}Rule`, {
      name,
      description: says,
      state: reads ? "ENABLED_WITH_ALL_CLOUDTRAIL_MANAGEMENT_EVENTS" : "ENABLED",
      eventPattern: pattern(scope),
      targets: [
        {
          id: "log",
          arn: logGroup,
          deadLetterConfig: { arn: arn("sqs", scope.names.deadLetterQueue(JOBS)) },
        },
      ],
    });
    return {
      id,
      says,
      section,
      metrics: [
        { namespace: "AWS/Events", name: "TriggeredRules", statistic: "Sum", dimensions: { RuleName: name } },
      ],
      ...(expected !== undefined
        ? { rings: { below: expected }, minutes: DAY_MINUTES, periods: 2, silenceRings: true }
        : { rings: { from: 1 }, minutes: 5 }),
    };
  });
}

/** @returns the ARN in the form that EventBridge requires */
function createEventLog({ stack, names, settings }: Scope): string {
  const logGroup = new CfnLogGroup(stack, "EventLog", {
    logGroupName: names.eventLog,
    retentionInDays: settings.logRetentionDays,
  });
  const group = arn("logs", `log-group:${names.eventLog}`);
  new CfnResourcePolicy(stack, "EventLogPolicy", {
    policyName: `${names.prefix}-events`,
    policyDocument: stack.toJsonString({
      Version: "2012-10-17",
      Statement: [
        {
          Effect: "Allow",
          Principal: { Service: ["events.amazonaws.com", "delivery.logs.amazonaws.com"] },
          Action: ["logs:CreateLogStream", "logs:PutLogEvents"],
          Resource: `${group}:*`,
        },
      ],
    }),
  }).addResourceDependency(logGroup);
  return group;
}
