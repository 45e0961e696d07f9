import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import type * as z from "zod/mini";
import { begin } from "./invocation.ts";
import { log } from "./log.ts";
import type { Remaining } from "./schedule.ts";
import { Undecided } from "./undecided.ts";

/**
 * A Lambda behind a queue. Only failed messages return to the queue. After the last attempt the queue moves a message
 * to its dead-letter queue.
 * @param isTogether handles all messages of a batch concurrently, because each spends most of its time waiting
 */
export function consume<S extends z.ZodMiniType>(
  schema: S,
  handle: (message: z.output<S>, now: Date, remainingMs: Remaining) => Promise<void>,
  { isTogether = false }: { isTogether?: boolean } = {},
) {
  return async (event: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
    begin(context);
    const batchItemFailures: SQSBatchResponse["batchItemFailures"] = [];
    const work = async (record: SQSRecord) => {
      try {
        await handle(schema.parse(JSON.parse(record.body)), new Date(), () =>
          context.getRemainingTimeInMillis(),
        );
      } catch (error) {
        if (error instanceof Undecided)
          log.warn("message.undecided", { message: record.messageId, reason: error.message });
        else log.error("message.failed", error, { message: record.messageId });
        batchItemFailures.push({ itemIdentifier: record.messageId });
      }
    };
    if (isTogether) await Promise.all(event.Records.map(work));
    else for (const record of event.Records) await work(record);
    return { batchItemFailures };
  };
}
