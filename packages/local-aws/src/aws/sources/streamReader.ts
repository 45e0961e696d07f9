import * as z from "zod/mini";
import { type Dynamodb, DynamodbError } from "../../dynamodb/client.ts";

const RECORD = z.looseObject({
  eventName: z.enum(["INSERT", "MODIFY", "REMOVE"]),
  dynamodb: z.looseObject({
    SequenceNumber: z.string(),
    ApproximateCreationDateTime: z.optional(z.number()),
    NewImage: z.optional(z.record(z.string(), z.unknown())),
    OldImage: z.optional(z.record(z.string(), z.unknown())),
  }),
});
export type StreamRecord = z.infer<typeof RECORD>;

const RECORDS = z.object({ Records: z.array(RECORD), NextShardIterator: z.nullish(z.string()) });
const SHARD = z.object({ ShardId: z.string(), ParentShardId: z.nullish(z.string()) });
const STREAM = z.object({
  StreamDescription: z.object({ Shards: z.array(SHARD), LastEvaluatedShardId: z.nullish(z.string()) }),
});
const TABLE = z.object({ Table: z.object({ LatestStreamArn: z.optional(z.string()) }) });
const ITERATOR = z.object({ ShardIterator: z.string() });

export type Shard = z.infer<typeof SHARD>;
/** The last read sequence number; null for the stream's beginning. */
export type Position = string | null;

export type StreamReader = {
  /** Changes when the stream is switched off and on, which invalidates positions. */
  streamArn: string;
  shards(): Promise<Shard[]>;
  /** The records after a position. `closed`: the shard will get no more. */
  read(
    shardId: string,
    after: Position,
    limit: number,
  ): Promise<{ records: StreamRecord[]; closed: boolean }>;
};

const MAX_ATTEMPTS = 5;
const isTrimmed = (error: unknown): boolean => hasCode(error, "TrimmedDataAccessException");
const isExpired = (error: unknown): boolean => hasCode(error, "ExpiredIteratorException");
const hasCode = (error: unknown, code: string): boolean =>
  error instanceof DynamodbError && error.code === code;

export async function streamReader(client: Dynamodb, tableName: string): Promise<StreamReader> {
  const described = TABLE.parse(await client.call("DescribeTable", { TableName: tableName }));
  const streamArn = described.Table.LatestStreamArn;
  if (!streamArn) throw new Error(`Table ${tableName} has no stream.`);
  /** Where each shard's last read ended, so that an idle poll costs one call. */
  const ends = new Map<string, { after: Position; iterator: string }>();

  const newIterator = async (shardId: string, after: Position): Promise<string> => {
    const start = (type: object) =>
      client.streams("GetShardIterator", { StreamArn: streamArn, ShardId: shardId, ...type });
    const beginning = { ShardIteratorType: "TRIM_HORIZON" };
    if (after === null) return ITERATOR.parse(await start(beginning)).ShardIterator;
    const behind = { ShardIteratorType: "AFTER_SEQUENCE_NUMBER", SequenceNumber: after };
    const answer = await start(behind).catch((error: unknown) => {
      // Like Lambda, continues at the oldest remaining record.
      if (isTrimmed(error)) return start(beginning);
      throw error;
    });
    return ITERATOR.parse(answer).ShardIterator;
  };

  /** Retries if records were trimmed before the iterator was used, or if an iterator expired after 15 minutes. */
  const recordsAfter = async (shardId: string, after: Position, limit: number) => {
    const known = ends.get(shardId);
    ends.delete(shardId);
    let iterator = known?.after === after ? known.iterator : await newIterator(shardId, after);
    for (let attempt = 1; ; attempt += 1) {
      try {
        return RECORDS.parse(
          await client.streams("GetRecords", { ShardIterator: iterator, Limit: Math.min(limit, 1000) }),
        );
      } catch (error) {
        if (attempt === MAX_ATTEMPTS || !(isTrimmed(error) || isExpired(error))) throw error;
        // The position was trimmed, so every remaining record comes after it.
        iterator = await newIterator(shardId, isTrimmed(error) ? null : after);
      }
    }
  };

  return {
    streamArn,
    async shards() {
      const all: Shard[] = [];
      for (let from: string | undefined; ; ) {
        const page = STREAM.parse(
          await client.streams("DescribeStream", {
            StreamArn: streamArn,
            ...(from && { ExclusiveStartShardId: from }),
          }),
        ).StreamDescription;
        all.push(...page.Shards);
        if (!page.LastEvaluatedShardId) return all;
        from = page.LastEvaluatedShardId;
      }
    },
    async read(shardId, after, limit) {
      const answer = await recordsAfter(shardId, after, limit);
      const last = answer.Records.at(-1)?.dynamodb.SequenceNumber ?? after;
      if (answer.NextShardIterator) ends.set(shardId, { after: last, iterator: answer.NextShardIterator });
      return { records: answer.Records, closed: !answer.NextShardIterator };
    },
  };
}
