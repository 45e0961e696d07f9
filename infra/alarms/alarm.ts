import { CfnAlarm } from "aws-cdk-lib/aws-cloudwatch";
import { logicalName } from "../names.ts";
import type { Scope } from "../scope.ts";

export type Metric = {
  readonly namespace: string;
  readonly name: string;
  readonly dimensions?: Readonly<Record<string, string>>;
  readonly statistic: "Sum" | "Maximum" | `p${number}`;
};

/** CloudWatch bills each metric of an alarm, so one alarm covers many functions with few metrics. */
export type Alarm = {
  readonly id: string;
  /** What happened, for a person who was just woken. */
  readonly says: string;
  /** The anchor of its heading in docs/runbook.md. */
  readonly section: string;
  readonly metrics: readonly [Metric, ...Metric[]];
  /** Metric math over `m0`, `m1` and so on, for several metrics. */
  readonly expression?: string;
  /** Rings at or above `from`, or below `below`. */
  readonly rings: { readonly from: number } | { readonly below: number };
  readonly minutes: number;
  /** Number of periods to evaluate (default 1), and how many of them must ring (default all). */
  readonly periods?: number;
  readonly ringing?: number;
  readonly silenceRings?: true;
};

export function runbook(section: string): string {
  return `docs/runbook.md#${section}`;
}

export function createAlarm({ stack, names }: Scope, topic: string, alarm: Alarm): void {
  const { id, says, section, rings, minutes, periods = 1, ringing = periods } = alarm;
  new CfnAlarm(stack, `${logicalName(id)}Alarm`, {
    alarmName: `${names.prefix}-${id.replaceAll("/", "-")}`,
    alarmDescription: `${says} What to do: ${runbook(section)}`,
    comparisonOperator: "from" in rings ? "GreaterThanOrEqualToThreshold" : "LessThanThreshold",
    threshold: "from" in rings ? rings.from : rings.below,
    evaluationPeriods: periods,
    datapointsToAlarm: ringing,
    treatMissingData: alarm.silenceRings ? "breaching" : "notBreaching",
    alarmActions: [topic],
    okActions: [topic],
    ...watched(alarm, minutes * 60),
  });
}

const dimensionsOf = (metric: Metric) =>
  Object.entries(metric.dimensions ?? {}).map(([name, value]) => ({ name, value }));

function watched({ metrics, expression }: Alarm, period: number) {
  const [first] = metrics;
  if (expression !== undefined)
    return {
      metrics: [
        { id: "value", expression, returnData: true },
        ...metrics.map((metric, index) => ({
          id: `m${index}`,
          returnData: false,
          metricStat: {
            metric: {
              namespace: metric.namespace,
              metricName: metric.name,
              dimensions: dimensionsOf(metric),
            },
            period,
            stat: metric.statistic,
          },
        })),
      ],
    };
  const isPercentile = first.statistic.startsWith("p");
  return {
    namespace: first.namespace,
    metricName: first.name,
    dimensions: dimensionsOf(first),
    period,
    ...(isPercentile
      ? // With few calls, a percentile means little.
        { extendedStatistic: first.statistic, evaluateLowSampleCountPercentile: "ignore" }
      : { statistic: first.statistic }),
  };
}

/** Rings if at least `floor` calls or runs are bad, and at least `share` of all. With few calls, the floor decides. */
export function shareOf(bad: readonly [Metric, ...Metric[]], all: Metric, floor: number, share: number) {
  const sum = combined("SUM", bad.length);
  return {
    metrics: [...bad, all],
    expression: `IF(${sum} >= ${floor} AND ${sum} >= ${share} * FILL(m${bad.length}, 0), 1, 0)`,
    rings: { from: 1 },
  } as const;
}

/** The sum or the maximum of all metrics; missing data counts as 0. */
export function combined(by: "SUM" | "MAX", count: number): string {
  return `${by}([${Array.from({ length: count }, (_, index) => `FILL(m${index}, 0)`).join(", ")}])`;
}
