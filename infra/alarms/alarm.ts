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

export type Alarm = {
  /** Unique in the deployment; names the alarm. */
  readonly id: string;
  /** What has happened, for somebody who has just been woken. */
  readonly says: string;
  /** The heading in docs/runbook.md, as its anchor. */
  readonly section: string;
  /** Several are added up. */
  readonly metrics: readonly [Metric, ...Metric[]];
  /** It rings where the value is this or more, */
  readonly from: number;
  /** in so many periods one after another (one, unless told otherwise) */
  readonly periods?: number;
  /** of so many minutes. */
  readonly minutes: number;
  /** Rings where nothing is reported, too: what should run is not running. */
  readonly silenceIsBad?: true;
};

export function runbook(section: string): string {
  return `docs/runbook.md#${section}`;
}

export function createAlarm({ stack, names }: Scope, topic: string, alarm: Alarm): void {
  const { id, says, section, metrics, from, minutes, periods = 1 } = alarm;
  new CfnAlarm(stack, `${logicalName(id)}Alarm`, {
    alarmName: `${names.prefix}-${id.replaceAll("/", "-")}`,
    alarmDescription: `${says} What to do: ${runbook(section)}`,
    comparisonOperator: "GreaterThanOrEqualToThreshold",
    threshold: from,
    evaluationPeriods: periods,
    datapointsToAlarm: periods,
    treatMissingData: alarm.silenceIsBad ? "breaching" : "notBreaching",
    alarmActions: [topic],
    okActions: [topic],
    ...watched(metrics, minutes * 60),
  });
}

function watched([first, ...others]: Alarm["metrics"], period: number) {
  const dimensions = (metric: Metric) =>
    Object.entries(metric.dimensions ?? {}).map(([name, value]) => ({ name, value }));
  if (others.length > 0)
    return {
      metrics: [
        {
          id: "total",
          expression: [first, ...others].map((_, index) => `FILL(m${index}, 0)`).join(" + "),
          returnData: true,
        },
        ...[first, ...others].map((metric, index) => ({
          id: `m${index}`,
          returnData: false,
          metricStat: {
            metric: {
              namespace: metric.namespace,
              metricName: metric.name,
              dimensions: dimensions(metric),
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
    dimensions: dimensions(first),
    period,
    ...(isPercentile
      ? // A few slow calls among few are no pattern.
        { extendedStatistic: first.statistic, evaluateLowSampleCountPercentile: "ignore" }
      : { statistic: first.statistic }),
  };
}
