import { CfnSubscription, type CfnTopic } from "aws-cdk-lib/aws-sns";
import { createAlarm } from "./alarms/alarm.ts";
import { backgroundAlarms } from "./alarms/background.ts";
import { countedAlarms } from "./alarms/counted.ts";
import { noticeAlarms } from "./alarms/notices.ts";
import { requestAlarms } from "./alarms/requests.ts";
import { createTopic } from "./alarms/topic.ts";
import { createBudget } from "./budget.ts";
import { createDashboard } from "./dashboard.ts";
import { ALARM_SENDERS } from "./keys.ts";
import { arn, JOBS } from "./names.ts";
import { published } from "./parameters.ts";
import type { Scope } from "./scope.ts";
import { createTrail } from "./trail.ts";

export function createWatch(scope: Scope): void {
  const { settings } = scope;
  const topic = createAlarmTopic(scope);
  if (settings.alarms) {
    createTrail(scope);
    const alarms = [
      ...requestAlarms(scope),
      ...backgroundAlarms(scope),
      ...countedAlarms(scope),
      ...noticeAlarms(scope),
    ];
    for (const alarm of alarms) createAlarm(scope, topic.ref, alarm);
  }
  createBudget(scope, topic.ref);
  createDashboard(scope);
}

function createAlarmTopic(scope: Scope): CfnTopic {
  const { stack, names } = scope;
  const topic = createTopic(scope, "Alarms", ALARM_SENDERS, {
    topicName: names.alarmTopic,
    kmsMasterKeyId: published(scope, "alarms-key-arn"),
  });
  // The operator must confirm Amazon's mail once before anything arrives.
  new CfnSubscription(stack, "OperatorSubscription", {
    topicArn: topic.ref,
    protocol: "email",
    endpoint: published(scope, "operator-email"),
    redrivePolicy: { deadLetterTargetArn: arn("sqs", names.deadLetterQueue(JOBS)) },
  });
  return topic;
}
