import { countedEvents } from "./env.ts";

/**
 * Writes a metric in CloudWatch's embedded metric format, if an alarm counts the event (infra/alarms/counted.ts says
 * which, and gives the document). CloudWatch Logs accepts only a line that is JSON as a whole; the console would put the
 * time and the level before it.
 * @param fields what a person looks for beside the metric
 */
export function count(event: string, fields: Readonly<Record<string, unknown>>): void {
  const document = JSON.parse(countedEvents())[event];
  if (!document) return;
  const _aws = { ...document._aws, Timestamp: Date.now() };
  process.stdout.write(`${JSON.stringify({ ...fields, ...document, _aws })}\n`);
}
