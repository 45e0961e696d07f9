import { Aws } from "aws-cdk-lib";
import { CfnSubscription } from "aws-cdk-lib/aws-sns";
import { acknowledgeNoRedrive } from "../checks.ts";
import { ALARM_SENDERS } from "../keys.ts";
import { FIREWALL_REGION } from "../names.ts";
import { published } from "../parameters.ts";
import type { Scope } from "../scope.ts";
import { createAlarm } from "./alarm.ts";
import { createTopic } from "./topic.ts";

/** More than three a second: a few addresses above their rate stay below. */
const MANY_BLOCKS = 1000;

/**
 * An alarm reads metrics of its own region and tells a topic of its own region, so this one has its own topic.
 * Nothing secret is in it: SNS's key would refuse CloudWatch, and another key costs a dollar a month.
 */
export function createFirewallAlarm(scope: Scope): void {
  const { names } = scope;
  const topic = createTopic(scope, "FirewallAlarms", ALARM_SENDERS.slice(0, 1), {
    topicName: names.firewallTopic,
  });
  createAlarm(scope, topic.ref, {
    id: "firewall/blocked",
    says: `The firewall refused ${MANY_BLOCKS} requests within five minutes.`,
    section: "many-calls-are-refused",
    metrics: [
      {
        namespace: "AWS/WAFV2",
        name: "BlockedRequests",
        statistic: "Sum",
        dimensions: { WebACL: names.prefix, Rule: "ALL" },
      },
    ],
    rings: { from: MANY_BLOCKS },
    minutes: 5,
  });
}

/** The operator's address is known only where the rest of the deployment is. Amazon asks them to confirm, once more. */
export function subscribeToFirewall(scope: Scope): void {
  const { stack, names } = scope;
  const subscription = new CfnSubscription(stack, "FirewallSubscription", {
    topicArn: `arn:${Aws.PARTITION}:sns:${FIREWALL_REGION}:${Aws.ACCOUNT_ID}:${names.firewallTopic}`,
    region: FIREWALL_REGION,
    protocol: "email",
    endpoint: published(scope, "operator-email"),
  });
  acknowledgeNoRedrive(subscription);
}
