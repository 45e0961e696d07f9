import { Aws } from "aws-cdk-lib";
import { CfnRule } from "aws-cdk-lib/aws-events";
import { CfnConfigurationSet, CfnConfigurationSetEventDestination } from "aws-cdk-lib/aws-ses";
import type { QueueName } from "./events.ts";
import { arn, JOBS } from "./names.ts";
import type { Scope } from "./scope.ts";

/** The queue that SES's reports of bounces and complaints go to. */
export const REPORTS: QueueName = "security";
const RULE = "feedback";

/**
 * The settings that mail is sent with. Named in each call: an identity made in SES's console comes with its own set,
 * which SES would otherwise use and which no role may use. SES's own suppression list is off: it would withhold what
 * mail/deliver still sends, and keep an address that the operator has cleared.
 */
export function createMailSettings({ stack, names }: Scope): CfnConfigurationSet {
  return new CfnConfigurationSet(stack, "MailSettings", {
    name: names.mailSettings,
    suppressionOptions: { suppressedReasons: [] },
  });
}

/** Reports of mail sent with these settings go to the account's event bus, and from there to the queue. */
export function createMailFeedback({ stack, names }: Scope): void {
  new CfnConfigurationSetEventDestination(stack, "MailFeedback", {
    configurationSetName: names.mailSettings,
    eventDestination: {
      name: "feedback",
      enabled: true,
      matchingEventTypes: ["BOUNCE", "COMPLAINT"],
      // SES publishes to the default bus only.
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

/** What may put reports into the queue. */
export const feedbackSender = ({ names }: Scope) => ({
  service: "events.amazonaws.com",
  arn: arn("events", `rule/${names.prefix}-${RULE}`),
});
