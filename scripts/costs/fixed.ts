import { App, Stack } from "aws-cdk-lib";
import { CfnMetricFilter } from "aws-cdk-lib/aws-logs";
import { sharedAlarms, wordAlarms } from "../../infra/alarms/business.ts";
import { endpointAlarms, eventAlarms } from "../../infra/alarms/functions.ts";
import { FIREWALL_RULES } from "../../infra/firewall.ts";
import { namesOf } from "../../infra/names.ts";
import { STAGE_SETTINGS } from "../../infra/stages.ts";

/** Counts that grow with every endpoint are rounded up, so that the page does not change with each. */
const ROUNDED_TO = 100;

/** What prod has whether anybody comes or not, counted from the code that makes it. */
export function fixedUnits() {
  const stack = new Stack(new App(), "counted");
  const scope = { stack, stage: "prod" as const, names: namesOf("prod"), settings: STAGE_SETTINGS.prod };
  const alarms = [
    ...endpointAlarms(scope),
    ...eventAlarms(scope),
    ...wordAlarms(scope),
    ...sharedAlarms(scope),
  ];
  const watched = alarms.reduce((total, { metrics }) => total + metrics.length, 0);
  const counted = stack.node.findAll().filter((one) => one instanceof CfnMetricFilter).length;
  return {
    alarms: roundUp(watched),
    metrics: roundUp(counted),
    firewall: 1,
    firewallRules: FIREWALL_RULES,
    /** Stripe's, the origin's, the leases'. */
    secrets: 3,
    /** The alarms' topic; a rotation a year adds one. */
    keys: 1,
  };
}

function roundUp(count: number): number {
  return Math.ceil(count / ROUNDED_TO) * ROUNDED_TO;
}
