import { countedEvents } from "./env.ts";

/**
 * Writes a metric in CloudWatch's embedded metric format if an alarm counts the event (infra/alarms/counted.ts). It
 * bypasses the console, which would prefix the line with time and level: CloudWatch accepts only lines that are JSON
 * from start to end.
 * @param fields for the person who investigates the metric
 */
export function count(event: string, fields: Readonly<Record<string, unknown>>): void {
  const document = JSON.parse(countedEvents())[event];
  if (!document) return;
  const _aws = { ...document._aws, Timestamp: Date.now() };
  process.stdout.write(`${JSON.stringify({ ...fields, ...document, _aws })}\n`);
}
