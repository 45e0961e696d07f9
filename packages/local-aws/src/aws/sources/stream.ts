import type { Dynamodb } from "../../dynamodb/client.ts";
import type { TableModel } from "../../template/model.ts";
import { failedOnes } from "./answers.ts";
import { passes } from "./filters.ts";
import { type Delivered, type Source, type SourceContext, sleep } from "./source.ts";
import { changesNothing, type EventRecord, eventRecord } from "./streamEvent.ts";
import { type Position, type Shard, type StreamReader, streamReader } from "./streamReader.ts";

export type Positions = {
  get(id: string): string | null | undefined;
  set(id: string, position: string | null): void;
};

/** A record for the function. `position`: its sequence number in the database, after which reading continues. */
type Entry = { event: EventRecord; position: string };

const SHARDS_MS = 30_000;
/** Writes that bypass the AWS endpoint send no notification, so each stream is polled this often. */
const IDLE_MS = 5_000;
/** How often an open batching window is checked for a full batch. */
const GATHERING_MS = 1_000;

/** Delivers a table's stream shard by shard, in order, and stores its position. */
export async function streamSource(
  context: SourceContext,
  client: Dynamodb,
  table: TableModel,
  positions: Positions,
): Promise<Source> {
  const { mapping } = context;
  const reader = await streamReader(client, table.name);
  const keyOf = (shard: string) => `${mapping.logicalId} ${reader.streamArn} ${shard}`;
  let shards = await reader.shards();
  let readAt = Date.now();
  const closed = new Set<string>();
  /** Shards with an open batching window: when the window opened, and when to check again for a full batch. */
  const gathering = new Map<string, { since: number; lookAt: number }>();
  let busy = false;
  for (const shard of shards) {
    if (positions.get(keyOf(shard.ShardId)) !== undefined) continue;
    positions.set(
      keyOf(shard.ShardId),
      mapping.startingPosition === "LATEST" ? await end(reader, shard) : null,
    );
  }

  const deliverShard = async (shard: Shard, flush: boolean): Promise<Delivered> => {
    const key = keyOf(shard.ShardId);
    const opened = gathering.get(key);
    if (opened && !flush && Date.now() < opened.lookAt) return "nothing";
    // Closes the window before the read: if the read fails or is empty, an old window would cause nonstop polling.
    gathering.delete(key);
    const after = positions.get(key) ?? null;
    const { records, closed: over } = await reader.read(shard.ShardId, after, mapping.batchSize);
    const last = records.at(-1);
    if (!last) {
      if (over) {
        closed.add(shard.ShardId);
        // Lists the shards at the next delivery, because this shard's children exist already.
        readAt = 0;
      }
      return "nothing";
    }
    const full = records.length >= mapping.batchSize;
    const since = opened?.since ?? Date.now();
    const until = since + mapping.windowSeconds * 1000;
    if (!full && !flush && Date.now() < until) {
      gathering.set(key, { since, lookAt: Math.min(until, Date.now() + GATHERING_MS) });
      return "nothing";
    }

    const { region } = context.model();
    const aheadMs = context.now().getTime() - Date.now();
    const stream = { arn: mapping.sourceArn, region, aheadMs };
    const entries = records
      .filter((record) => !changesNothing(record))
      .map((record) => ({ event: eventRecord(record, stream), position: record.dynamodb.SequenceNumber }))
      .filter(({ event }) => passes(mapping.filters, event));
    const done = await deliverBatch(context, entries, shard.ShardId, (position) =>
      positions.set(key, position),
    );
    if (done) positions.set(key, last.dynamodb.SequenceNumber);
    return full ? "part" : "all";
  };
  const untilLook = (): number =>
    Math.min(IDLE_MS, ...[...gathering.values()].map(({ lookAt }) => Math.max(0, lookAt - Date.now())));

  return {
    pending: () => busy,
    idleMs: untilLook,
    async deliver(flush) {
      if (Date.now() - readAt > SHARDS_MS) {
        shards = await reader.shards();
        readAt = Date.now();
      }
      busy = true;
      const delivered = new Set<Delivered>();
      try {
        for (const shard of shards) {
          const parent = shard.ParentShardId;
          const waits = parent && !closed.has(parent) && shards.some((one) => one.ShardId === parent);
          if (closed.has(shard.ShardId) || waits) continue;
          delivered.add(await deliverShard(shard, flush));
        }
      } finally {
        busy = false;
      }
      if (delivered.has("part")) return "part";
      return delivered.has("all") ? "all" : "nothing";
    },
  };
}

/** A shard's end, for an event source mapping that starts at LATEST. */
async function end(reader: StreamReader, shard: Shard): Promise<Position> {
  for (let position: Position = null; ; ) {
    const { records } = await reader.read(shard.ShardId, position, 1000);
    const last = records.at(-1);
    if (!last) return position;
    position = last.dynamodb.SequenceNumber;
  }
}

/**
 * Runs the function until the batch is done or given up. If the template says so, halves a failing batch. Halving
 * does not count as an attempt.
 * @returns false if the stack ended first; the rest is delivered after the next start
 */
async function deliverBatch(
  context: SourceContext,
  entries: Entry[],
  shardId: string,
  keepPlace: (position: string) => void,
): Promise<boolean> {
  const { mapping, fn } = context;
  const waiting: { entries: Entry[]; attempts: number }[] = [{ entries, attempts: 0 }];
  for (;;) {
    const batch = waiting.shift();
    if (!batch) return true;
    const tooOld = batch.entries.filter(({ event }) => isTooOld(context, event));
    if (tooOld.length > 0) giveUp(context, tooOld, shardId, "RecordAgeExceeded", batch.attempts);
    const rest = batch.entries.filter((entry) => !tooOld.includes(entry));
    const last = rest.at(-1);
    if (!last) continue;
    if (!context.alive()) return false;

    const result = await context.invoke(fn.arn, { Records: rest.map(({ event }) => event) });
    const sequences = rest.map(({ event }) => event.dynamodb.SequenceNumber);
    const [failed] = failedOnes(mapping, result, sequences);
    if (failed === undefined) {
      keepPlace(last.position);
      if (context.duplicates.strikes()) waiting.unshift({ entries: rest, attempts: 0 });
      continue;
    }
    // Continues at the first failed record to keep the order, even if later records succeeded.
    const before = rest[failed - 1];
    if (before) keepPlace(before.position);
    const again = rest.slice(failed);
    const attempts = failed > 0 ? 1 : batch.attempts + 1;
    if (mapping.bisect && again.length > 1) {
      const half = Math.ceil(again.length / 2);
      waiting.unshift(
        { entries: again.slice(0, half), attempts: batch.attempts },
        { entries: again.slice(half), attempts: batch.attempts },
      );
    } else if (mapping.retries !== null && mapping.retries >= 0 && attempts > mapping.retries) {
      giveUp(context, again, shardId, "RetryAttemptsExhausted", attempts);
      keepPlace(last.position);
      continue;
    } else {
      waiting.unshift({ entries: again, attempts });
    }
    if (!context.alive()) return false;
    await sleep(context.pauseMs(attempts));
  }
}

function isTooOld(context: SourceContext, event: EventRecord): boolean {
  const { maxAgeSeconds } = context.mapping;
  if (maxAgeSeconds === null || maxAgeSeconds < 0) return false;
  const created = (event.dynamodb.ApproximateCreationDateTime ?? 0) * 1000;
  return context.now().getTime() - created > maxAgeSeconds * 1000;
}

/** Sends the lost records' positions to the on-failure queue. AWS does not send the records either. */
function giveUp(
  context: SourceContext,
  entries: Entry[],
  shardId: string,
  condition: string,
  attempts: number,
): void {
  const { mapping, fn } = context;
  context.log(`Gave up ${entries.length} stream records for ${fn.id} (${condition})`);
  const queue = mapping.onFailureArn === null ? undefined : context.queues.find(mapping.onFailureArn);
  const first = entries[0]?.event.dynamodb;
  const last = entries.at(-1)?.event.dynamodb;
  if (!queue || !first || !last) return;
  const instant = (seconds: number | undefined) => new Date((seconds ?? 0) * 1000).toISOString();
  const body = JSON.stringify({
    requestContext: {
      requestId: crypto.randomUUID(),
      functionArn: fn.arn,
      condition,
      approximateInvokeCount: attempts,
    },
    responseContext: { statusCode: 200, executedVersion: "$LATEST", functionError: "Unhandled" },
    version: "1.0",
    timestamp: context.now().toISOString(),
    DDBStreamBatchInfo: {
      shardId,
      startSequenceNumber: first.SequenceNumber,
      endSequenceNumber: last.SequenceNumber,
      approximateArrivalOfFirstRecord: instant(first.ApproximateCreationDateTime),
      approximateArrivalOfLastRecord: instant(last.ApproximateCreationDateTime),
      batchSize: entries.length,
      streamArn: mapping.sourceArn,
    },
  });
  context.queues.send(queue, { body });
}
