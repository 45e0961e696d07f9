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
 * One change of a row: without `before` it is new, without `after` it is gone. A replay knows the row as it is now, or the
 * key of one that is gone, and not what has changed.
 */
export type RowChange = { before: Item | undefined; after: Item | undefined; isReplayed?: boolean };

/** The event source of records that no stream brings: scripts/recount/replay.ts makes them. */
export const REPLAY = "replay";

/** With less time than this, a batch that failed is not tried in parts. */
const STOP_BEFORE_END = 20 * SECOND;

/**
 * A Lambda that follows tables' changes. A batch may come again, whole or in parts, so the rows themselves must guard
 * against repetition. A batch that fails is halved until the failing record is alone. If another try may succeed, the
 * stream resumes at this record. Otherwise the record is bad: its key is set aside, and the records behind it do not wait.
 */
export function follow(handle: (changes: RowChange[], now: Date) => Promise<void>) {
  /** @returns the record at which the stream must resume, if there is one */
  async function work(records: readonly DynamoDBRecord[]): Promise<DynamoDBRecord | undefined> {
    const [first] = records;
    if (first === undefined) return undefined;
    try {
      await handle(records.map(toChange), new Date());
      return undefined;
    } catch (failure) {
      if (records.length === 1) return settle(first, failures.tell(failure));
      // Lambda halves a batch whose function throws.
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

/** What `npm run operate -- recount --replay` reads (scripts/recount/replay.ts). A record of a stream always has its key. */
async function settle(record: DynamoDBRecord, error: unknown): Promise<DynamoDBRecord | undefined> {
  if (isNotYet(error)) return postponed(record, error);
  log.error("change.failed", error, { record: record.dynamodb?.SequenceNumber });
  // Its message is still in the queue.
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
  // biome-ignore lint/plugin: Lambda's type of the same JSON says a little less than the SDK's.
  return image && unmarshall(image as Parameters<typeof unmarshall>[0]);
}
