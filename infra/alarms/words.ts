import { CfnMetricFilter } from "aws-cdk-lib/aws-logs";
import type { FunctionId } from "../access.ts";
import { logicalName } from "../names.ts";
import type { Scope } from "../scope.ts";
import type { Metric } from "./alarm.ts";

/**
 * Counts the lines of a function's log in which a word stands: the name of an event, as functions/platform/log.ts
 * writes it. An event's name is a contract; a test looks for each in the functions.
 */
export function countWord({ stack, names }: Scope, id: FunctionId, word: string): Metric {
  const metric = { namespace: names.prefix, name: `${id} ${word}`, statistic: "Sum" } as const;
  const name = `${logicalName(id)}${logicalName(word)}`;
  // Two alarms may look at the same word.
  if (stack.node.tryFindChild(name)) return metric;
  new CfnMetricFilter(stack, name, {
    logGroupName: names.logGroup(id),
    filterPattern: `"${word}"`,
    metricTransformations: [{ metricNamespace: metric.namespace, metricName: metric.name, metricValue: "1" }],
  });
  return metric;
}
