import { Aws } from "aws-cdk-lib";
import { CfnRule } from "aws-cdk-lib/aws-events";
import { CfnLogGroup, CfnResourcePolicy } from "aws-cdk-lib/aws-logs";
import { arn, JOBS, logicalName, QUALIFIER } from "../names.ts";
import { published } from "../parameters.ts";
import type { Scope } from "../scope.ts";
import type { Alarm } from "./alarm.ts";

type Notice = {
  readonly id: string;
  readonly says: string;
  readonly section: string;
  /** What EventBridge compares events with: at most 2,048 characters. */
  readonly pattern: (scope: Scope) => object;
  /** CloudTrail's events about reading, of which there are many, are compared as well. */
  readonly reads?: true;
  /** Rings where it was not seen for two days. */
  readonly isExpected?: true;
};

const DAY_MINUTES = 24 * 60;

const CALLED = "AWS API Call via CloudTrail";

/** Our functions make none of these calls at the operators' pool. */
const ADDING = ["AdminCreateUser", "AdminAddUserToGroup", "AdminEnableUser", "CreateUserImportJob"];
/** Past `operator:remove`, which revokes the operator's API keys as well. */
const REMOVING = ["AdminDeleteUser", "AdminDisableUser", "AdminRemoveUserFromGroup"];
const RESETTING = [
  "AdminDeleteSoftwareToken",
  "AdminResetUserPassword",
  "AdminSetUserMFAPreference",
  "AdminSetUserPassword",
  "AdminUpdateUserAttributes",
  "SetUserPoolMfaConfig",
  "UpdateUserPool",
];

const onOperators = (eventName: readonly string[]) => (scope: Scope) => ({
  source: ["aws.cognito-idp"],
  "detail-type": [CALLED],
  detail: { eventName, requestParameters: { userPoolId: [published(scope, "operator-pool-id")] } },
});

/** What a person with AWS credentials does past the shop. One who may change these rules is not noticed. */
const NOTICES: readonly Notice[] = [
  {
    id: "operator/changed",
    says: "An account was added to the operators' user pool, enabled, disabled or removed.",
    section: "an-operator-was-added-or-removed",
    pattern: onOperators([...ADDING, ...REMOVING]),
  },
  {
    id: "operator/reset",
    says: "An operator's password or second factor was reset, or their user pool was changed.",
    section: "an-operators-second-factor-changed",
    pattern: onOperators(RESETTING),
  },
  {
    id: "secret/read",
    says: "Someone other than the shop and its deployments read a secret, or tried to.",
    section: "a-secret-was-read",
    pattern: readByStrangers,
    reads: true,
  },
];

/**
 * A secret is asked for by name or by ARN. The shop's roles begin with the name of one of its stacks; CloudFormation
 * resolves references by the CDK's role. A user or root has no role.
 */
function readByStrangers({ names }: Scope) {
  const name = names.secret("");
  const role = (userName: object) => ({ sessionContext: { sessionIssuer: { userName: [userName] } } });
  return {
    source: ["aws.secretsmanager"],
    "detail-type": [CALLED],
    detail: {
      eventName: ["GetSecretValue"],
      requestParameters: {
        secretId: [{ prefix: name }, { prefix: arn("secretsmanager", `secret:${name}`) }],
      },
      userIdentity: {
        arn: [
          {
            "anything-but": {
              prefix: `arn:${Aws.PARTITION}:sts::${Aws.ACCOUNT_ID}:assumed-role/cdk-${QUALIFIER}-cfn-exec-role-`,
            },
          },
        ],
        $or: [role({ "anything-but": { prefix: `${names.prefix}-` } }), role({ exists: false })],
      },
    },
  };
}

const backedUp = (state: readonly string[]) => (scope: Scope) => ({
  source: ["aws.backup"],
  "detail-type": ["Backup Job State Change"],
  detail: { state, resourceArn: [{ prefix: arn("dynamodb", `table/${scope.names.table("")}`) }] },
});

const VAULT_NOTICES: readonly Notice[] = [
  {
    id: "backup/failed",
    says: "A table was not copied into the vault.",
    section: "a-backup-failed-or-is-missing",
    pattern: backedUp(["FAILED", "EXPIRED", "ABORTED"]),
  },
  {
    id: "backup/missing",
    says: "No table has been copied into the vault for two days.",
    section: "a-backup-failed-or-is-missing",
    pattern: backedUp(["COMPLETED"]),
    isExpected: true,
  },
];

/** Each notice's rule keeps what it saw in one log group, and rings by its own count. */
export function noticeAlarms(scope: Scope): Alarm[] {
  const logGroup = createEventLog(scope);
  const notices = [...NOTICES, ...(scope.settings.vault ? VAULT_NOTICES : [])];
  return notices.map(({ id, says, section, pattern, reads, isExpected }) => {
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
      ...(isExpected
        ? { rings: { below: 1 }, minutes: DAY_MINUTES, periods: 2, silenceRings: true }
        : { rings: { from: 1 }, minutes: 5 }),
    };
  });
}

/** @returns its ARN, as EventBridge takes it */
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
