import { Aws, RemovalPolicy } from "aws-cdk-lib";
import { CfnAlias, CfnKey } from "aws-cdk-lib/aws-kms";
import { publish } from "./parameters.ts";
import type { Scope } from "./scope.ts";

/** Services that publish to the alarms' topic. Amazon's own key for topics does not let these services publish. */
export const ALARM_SENDERS = ["cloudwatch.amazonaws.com", "budgets.amazonaws.com"] as const;

/**
 * The only encryption key that we administer. AWS manages the keys of tables, queues, secrets and buckets:
 * docs/decisions/how-is-data-kept-and-restored.md says why.
 */
export function createKeys(scope: Scope): void {
  const { stack, names, stage } = scope;
  const key = new CfnKey(stack, "AlarmsKey", {
    description: `Encrypts alarms on their way to the operator (${stage})`,
    enableKeyRotation: true,
    pendingWindowInDays: 30,
    keyPolicy: {
      Version: "2012-10-17",
      Statement: [
        {
          Sid: "Administer",
          Effect: "Allow",
          Principal: { AWS: `arn:${Aws.PARTITION}:iam::${Aws.ACCOUNT_ID}:root` },
          Action: "kms:*",
          Resource: "*",
        },
        {
          Sid: "Send",
          Effect: "Allow",
          Principal: { Service: [...ALARM_SENDERS] },
          Action: ["kms:Decrypt", "kms:GenerateDataKey"],
          Resource: "*",
          Condition: { StringEquals: { "aws:SourceAccount": Aws.ACCOUNT_ID } },
        },
      ],
    },
  });
  key.applyRemovalPolicy(RemovalPolicy.RETAIN);
  new CfnAlias(stack, "AlarmsKeyAlias", { aliasName: `alias/${names.prefix}-alarms`, targetKeyId: key.ref });
  publish(scope, "alarms-key-arn", key.attrArn);
}
