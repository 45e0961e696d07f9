import { CfnMetricFilter } from "aws-cdk-lib/aws-logs";
import type { FunctionId } from "../access.ts";
import { logicalName } from "../names.ts";
import type { Scope } from "../scope.ts";
import type { Metric } from "./alarm.ts";

/**
 * Counts the lines in some functions' logs that contain one of these words, all in one metric. Filters are free; a
 * metric is billed for the hours in which a line matched. Most words are names of events as
 * functions/platform/log.ts writes them, which makes those names a contract; a test looks for each in the functions.
 *
 * @param id names the filters, and the metric in a namespace of the stage
 * @param more the metric, where words of another value count into it as well, and what a line adds, a whole number
 */
export function countWords(
  { stack, names }: Scope,
  id: string,
  words: readonly [string, ...string[]],
  functions: readonly FunctionId[],
  { metric: name = id, value = 1 }: { metric?: string; value?: number } = {},
): Metric {
  const metric = { namespace: names.prefix, name, statistic: "Sum" } as const;
  for (const fn of functions)
    new CfnMetricFilter(stack, `${logicalName(fn)}${logicalName(id)}Words`, {
      logGroupName: names.logGroup(fn),
      filterPattern: patternOf(words),
      metricTransformations: [
        { metricNamespace: metric.namespace, metricName: metric.name, metricValue: `${value}` },
      ],
    });
  return metric;
}

/** `?"a" ?"b"` matches lines with either; a single word has no question mark. */
function patternOf(words: readonly [string, ...string[]]): string {
  if (words.length === 1) return `"${words[0]}"`;
  return words.map((word) => `?"${word}"`).join(" ");
}
