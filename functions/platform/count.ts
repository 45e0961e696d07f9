import { countedEvents } from "./env.ts";

/**
 * Writes a metric in CloudWatch's embedded metric format if an alarm counts the event (infra/alarms/counted.ts). It
 * bypasses the console, which would prefix the line with time and level: CloudWatch accepts only lines that are JSON
 * from start to end.
 * @param fields for the person who investigates the metric
 */
export function count(event: string, fields: Readonly<Record<string, unknown>>): void {
  const { namespace, values } = JSON.parse(countedEvents());
  const metrics = values?.[event];
  if (!metrics) return;
  const directive = {
    Namespace: namespace,
    Dimensions: [[]],
    Metrics: Object.keys(metrics).map((Name) => ({ Name })),
  };
  const _aws = { Timestamp: Date.now(), CloudWatchMetrics: [directive] };
  process.stdout.write(`${JSON.stringify({ ...fields, ...metrics, _aws })}\n`);
}
