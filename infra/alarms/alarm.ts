import { CfnAlarm } from "aws-cdk-lib/aws-cloudwatch";
import { logicalName } from "../names.ts";
import type { Scope } from "../scope.ts";

export type Metric = {
  readonly namespace: string;
  readonly name: string;
  readonly dimensions?: Readonly<Record<string, string>>;
  /** `Sum`, `Maximum` or a percentile. */
  readonly statistic: "Sum" | "Maximum" | `p${number}`;
};

/** CloudWatch bills an alarm by its metrics, so each alarm covers many functions with few of them. */
export type Alarm = {
  /** Unique in the deployment; names the alarm. */
  readonly id: string;
  /** What has happened, for a person who was just woken. */
  readonly says: string;
  /** The heading in docs/runbook.md, as its anchor. */
  readonly section: string;
  readonly metrics: readonly [Metric, ...Metric[]];
  /** Metric math over `m0`, `m1` and so on, where there are several. */
  readonly expression?: string;
  /** Rings at this value and above, or below it. */
  readonly rings: { readonly from: number } | { readonly below: number };
  /** Minutes of one period. */
  readonly minutes: number;
  /** Periods that are looked at, and how many of them must ring: all of them unless told otherwise. Default 1. */
  readonly periods?: number;
  readonly ringing?: number;
  /** Rings where nothing is reported, too. */
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
      ? // A few slow calls among few are no pattern.
        { extendedStatistic: first.statistic, evaluateLowSampleCountPercentile: "ignore" }
      : { statistic: first.statistic }),
  };
}

/** Rings where so many are bad, and where they are this share of all: few customers need the floor, many the share. */
export function shareOf(bad: readonly [Metric, ...Metric[]], all: Metric, floor: number, share: number) {
  const sum = combined("SUM", bad.length);
  return {
    metrics: [...bad, all],
    expression: `IF(${sum} >= ${floor} AND ${sum} >= ${share} * FILL(m${bad.length}, 0), 1, 0)`,
    rings: { from: 1 },
  } as const;
}

/** The sum of all metrics, or the highest of them; a metric without data counts as 0. */
export function combined(by: "SUM" | "MAX", count: number): string {
  return `${by}([${Array.from({ length: count }, (_, index) => `FILL(m${index}, 0)`).join(", ")}])`;
}
