import * as z from "zod/mini";
import { optionalEnv } from "./env.ts";

/** What infra/alarms/counted.ts gives the functions whose events ring an alarm. */
const Counted = z.object({
  namespace: z.string(),
  events: z.record(z.string(), z.object({ metric: z.string(), value: z.number() })),
});
let counted: z.infer<typeof Counted> | undefined;

/**
 * Writes a metric in CloudWatch's embedded metric format, if an alarm counts the event. CloudWatch Logs accepts only a
 * line that is JSON as a whole; the console would put the time and the level before it.
 * @param fields what a person looks for beside the metric
 */
export function count(event: string, fields: Readonly<Record<string, unknown>>): void {
  const given = optionalEnv("COUNTED_EVENTS");
  if (given === undefined) return;
  counted ??= Counted.parse(JSON.parse(given));
  const found = counted.events[event];
  if (found === undefined) return;
  const directive = { Namespace: counted.namespace, Dimensions: [[]], Metrics: [{ Name: found.metric }] };
  const line = {
    ...fields,
    [found.metric]: found.value,
    _aws: { Timestamp: Date.now(), CloudWatchMetrics: [directive] },
  };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
