import { unmarshall } from "@aws-sdk/util-dynamodb";
import type {
  AttributeValue,
  Context,
  DynamoDBBatchResponse,
  DynamoDBRecord,
  DynamoDBStreamEvent,
} from "aws-lambda";
import { SECOND } from "#shared/instant.ts";
import type { Item } from "./dynamo.ts";
import { env } from "./env.ts";
import { failures } from "./failures.ts";
import { begin, remainingMs } from "./invocation.ts";
import { describe, log } from "./log.ts";
import { isNotYet } from "./notYet.ts";
import { enqueue } from "./queue.ts";

/**
 * One change of a row. A new row has no `before`, a deleted one no `after`. A replay has only the current row, or the
 * key of a deleted one, and does not know what changed.
 */
export type RowChange = { before: Item | undefined; after: Item | undefined; isReplayed?: boolean };

/** The event source of records that come from scripts/recount/replay.ts, not from a stream. */
export const REPLAY = "replay";

/** With less time left, a failed batch is not split. */
const STOP_BEFORE_END = 20 * SECOND;

/**
 * A Lambda that follows table streams. Records may be delivered again, so handlers must be idempotent. A failed batch
 * is halved until the failing record is alone. If a retry can succeed, the stream resumes at this record. Otherwise the
 * record's key goes to the queue of bad records and the stream continues.
 */
export function follow(handle: (changes: RowChange[], now: Date) => Promise<void>) {
  async function work(records: readonly DynamoDBRecord[]): Promise<DynamoDBRecord | undefined> {
    const [first] = records;
    if (first === undefined) return undefined;
    try {
      await handle(records.map(toChange), new Date());
      return undefined;
    } catch (failure) {
      if (records.length === 1) return settle(first, failures.tell(failure));
      // Lambda itself splits a batch whose function throws.
      if (remainingMs() < STOP_BEFORE_END) throw failure;
    }
    const half = Math.ceil(records.length / 2);
    return (await work(records.slice(0, half))) ?? work(records.slice(half));
  }

  return async (event: DynamoDBStreamEvent, context: Context): Promise<DynamoDBBatchResponse> => {
    begin(context);
    const resumeAt = await work(event.Records);
    if (resumeAt === undefined) return { batchItemFailures: [] };
    return { batchItemFailures: [{ itemIdentifier: resumeAt.dynamodb?.SequenceNumber ?? "" }] };
  };
}

/** Queues the key of a bad record for `npm run operate -- recount --replay` (scripts/recount/replay.ts). */
async function settle(record: DynamoDBRecord, error: unknown): Promise<DynamoDBRecord | undefined> {
  if (isNotYet(error)) return postponed(record, error);
  log.error("change.failed", error, { record: record.dynamodb?.SequenceNumber });
  // A replayed record stays in its queue.
  if (record.eventSource === REPLAY) return record;
  const [, table] = /:table\/([^/]+)/.exec(record.eventSourceARN ?? "") ?? [];
  const key = toItem(record.dynamodb?.Keys);
  await enqueue(env("ASIDE_QUEUE_URL"), [{ consumer: env("FUNCTION_ID"), table, key }]);
  return undefined;
}

function postponed(record: DynamoDBRecord, error: unknown): DynamoDBRecord {
  log.warn("change.postponed", { record: record.dynamodb?.SequenceNumber, error: describe(error) });
  return record;
}

const toChange = ({ dynamodb, eventSource }: DynamoDBRecord): RowChange => ({
  before: toItem(dynamodb?.OldImage),
  after: toItem(dynamodb?.NewImage),
  isReplayed: eventSource === REPLAY,
});

type Image = Record<string, AttributeValue>;

function toItem(image: Image | undefined): Item | undefined {
  // biome-ignore lint/plugin: Lambda's type for the same JSON is less precise than the SDK's.
  return image && unmarshall(image as Parameters<typeof unmarshall>[0]);
}
