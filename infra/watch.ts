import { Aws } from "aws-cdk-lib";
import { CfnSubscription, CfnTopic, CfnTopicPolicy } from "aws-cdk-lib/aws-sns";
import { BRAND } from "#shared/brand.ts";
import { createAlarm } from "./alarms/alarm.ts";
import { backgroundAlarms } from "./alarms/background.ts";
import { wordAlarms } from "./alarms/business.ts";
import { requestAlarms } from "./alarms/requests.ts";
import { createBudget } from "./budget.ts";
import { createDashboard } from "./dashboard.ts";
import { ALARM_SENDERS } from "./keys.ts";
import { arn, JOBS } from "./names.ts";
import { published } from "./parameters.ts";
import type { Scope } from "./scope.ts";

/** Alarms, budget and dashboard, and the topic that mails the operator. */
export function createWatch(scope: Scope): void {
  const topic = createTopic(scope);
  if (scope.settings.alarms) {
    const alarms = [...requestAlarms(scope), ...backgroundAlarms(scope), ...wordAlarms(scope)];
    for (const alarm of alarms) createAlarm(scope, topic.ref, alarm);
  }
  createBudget(scope, topic.ref);
  createDashboard(scope);
}

function createTopic(scope: Scope): CfnTopic {
  const { stack, stage, names } = scope;
  const topic = new CfnTopic(stack, "Alarms", {
    topicName: names.alarmTopic,
    displayName: `${BRAND.name} ${stage}`,
    kmsMasterKeyId: published(scope, "alarms-key-arn"),
  });
  new CfnTopicPolicy(stack, "AlarmsPolicy", {
    topics: [topic.ref],
    policyDocument: {
      Version: "2012-10-17",
      Statement: [
        {
          Sid: "Send",
          Effect: "Allow",
          Principal: { Service: [...ALARM_SENDERS] },
          Action: "sns:Publish",
          Resource: topic.ref,
          Condition: { StringEquals: { "aws:SourceAccount": Aws.ACCOUNT_ID } },
        },
        {
          Sid: "TlsOnly",
          Effect: "Deny",
          Principal: "*",
          Action: "sns:Publish",
          Resource: topic.ref,
          Condition: { Bool: { "aws:SecureTransport": "false" } },
        },
      ],
    },
  });
  // The operator answers a mail of Amazon's once; until then nothing arrives.
  new CfnSubscription(stack, "OperatorSubscription", {
    topicArn: topic.ref,
    protocol: "email",
    endpoint: published(scope, "operator-email"),
    redrivePolicy: { deadLetterTargetArn: arn("sqs", names.deadLetterQueue(JOBS)) },
  });
  return topic;
}
