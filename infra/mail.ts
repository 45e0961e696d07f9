import { Aws } from "aws-cdk-lib";
import { CfnRule } from "aws-cdk-lib/aws-events";
import { CfnConfigurationSet, CfnConfigurationSetEventDestination } from "aws-cdk-lib/aws-ses";
import type { QueueName } from "./events.ts";
import { arn, JOBS } from "./names.ts";
import type { Scope } from "./scope.ts";

/** The queue for SES's reports of bounces and complaints. */
export const REPORTS: QueueName = "security";
const RULE = "feedback";

/**
 * The SES configuration set for our mail. Every call names this set. Otherwise SES uses the sender identity's default
 * set, which no role may use. SES's suppression list is off, because it would withhold mail that mail/deliver still
 * sends and block addresses that an operator has cleared.
 */
export function createMailSettings({ stack, names }: Scope): CfnConfigurationSet {
  return new CfnConfigurationSet(stack, "MailSettings", {
    name: names.mailSettings,
    suppressionOptions: { suppressedReasons: [] },
  });
}

/** SES reports to the account's event bus, and a rule sends the reports to the queue. */
export function createMailFeedback({ stack, names }: Scope): void {
  new CfnConfigurationSetEventDestination(stack, "MailFeedback", {
    configurationSetName: names.mailSettings,
    eventDestination: {
      name: "feedback",
      enabled: true,
      matchingEventTypes: ["BOUNCE", "COMPLAINT"],
      // SES can only publish to the default bus.
      eventBridgeDestination: { eventBusArn: arn("events", "event-bus/default") },
    },
  });
  new CfnRule(stack, "MailFeedbackRule", {
    name: `${names.prefix}-${RULE}`,
    description: "Hands SES's reports of bounces and complaints to security/observe.",
    eventPattern: {
      source: ["aws.ses"],
      account: [Aws.ACCOUNT_ID],
      detail: {
        eventType: ["Bounce", "Complaint"],
        mail: { tags: { "ses:configuration-set": [names.mailSettings] } },
      },
    },
    targets: [
      {
        id: "queue",
        arn: arn("sqs", names.queue(REPORTS)),
        inputPath: "$.detail",
        deadLetterConfig: { arn: arn("sqs", names.deadLetterQueue(JOBS)) },
      },
    ],
  });
}

export const feedbackSender = ({ names }: Scope) => ({
  service: "events.amazonaws.com",
  arn: arn("events", `rule/${names.prefix}-${RULE}`),
});
