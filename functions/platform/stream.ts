import type { Context, DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from "aws-lambda";
import { begin } from "./invocation.ts";
import { log } from "./log.ts";

/**
 * A Lambda that follows a table's changes. What comes twice, or late, must end the same. The first record that
 * fails ends the batch: the stream resumes there, and does not repeat the earlier records.
 */
export function followChanges(handle: (record: DynamoDBRecord, now: Date) => Promise<void>) {
  return async (event: DynamoDBStreamEvent, context: Context): Promise<DynamoDBBatchResponse> => {
    begin(context);
    for (const record of event.Records) {
      try {
        await handle(record, new Date());
      } catch (error) {
        const itemIdentifier = record.dynamodb?.SequenceNumber ?? "";
        log.error("change.failed", error, { record: itemIdentifier });
        return { batchItemFailures: [{ itemIdentifier }] };
      }
    }
    return { batchItemFailures: [] };
  };
}
