import { countedEvents } from "./env.ts";

/**
 * Writes a metric in CloudWatch's embedded metric format if an alarm counts the event (infra/alarms/counted.ts). Writes
 * directly to stdout: CloudWatch accepts only lines that are JSON from start to end, and the console would put the time
 * and level first.
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
