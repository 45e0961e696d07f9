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
/** A sequence number that was the last one read, or the stream's beginning. */
export type Position = string | null;

export type StreamReader = {
  /** Changes when the stream was switched off and on: positions of the old one mean nothing then. */
  streamArn: string;
  shards(): Promise<Shard[]>;
  /** What comes after a position; `closed` when the shard will never have more. */
  read(
    shardId: string,
    after: Position,
    limit: number,
  ): Promise<{ records: StreamRecord[]; closed: boolean }>;
};

export async function streamReader(client: Dynamodb, tableName: string): Promise<StreamReader> {
  const described = TABLE.parse(await client.call("DescribeTable", { TableName: tableName }));
  const streamArn = described.Table.LatestStreamArn;
  if (!streamArn) throw new Error(`Table ${tableName} has no stream.`);
  /** Where the last read of a shard ended, so that an idle look costs one call. */
  const ends = new Map<string, { after: Position; iterator: string }>();

  const iteratorOf = async (shardId: string, after: Position): Promise<string> => {
    const known = ends.get(shardId);
    if (known && known.after === after) return known.iterator;
    const start = (type: object) =>
      client.streams("GetShardIterator", { StreamArn: streamArn, ShardId: shardId, ...type });
    const beginning = { ShardIteratorType: "TRIM_HORIZON" };
    if (after === null) return ITERATOR.parse(await start(beginning)).ShardIterator;
    const behind = { ShardIteratorType: "AFTER_SEQUENCE_NUMBER", SequenceNumber: after };
    const answer = await start(behind).catch((error: unknown) => {
      // Records go after 24 hours; the oldest that is left is where AWS goes on as well.
      if (error instanceof DynamodbError && error.code === "TrimmedDataAccessException")
        return start(beginning);
      throw error;
    });
    return ITERATOR.parse(answer).ShardIterator;
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
      const iterator = await iteratorOf(shardId, after);
      ends.delete(shardId);
      const answer = RECORDS.parse(
        await client.streams("GetRecords", { ShardIterator: iterator, Limit: Math.min(limit, 1000) }),
      );
      const last = answer.Records.at(-1)?.dynamodb.SequenceNumber ?? after;
      if (answer.NextShardIterator) ends.set(shardId, { after: last, iterator: answer.NextShardIterator });
      return { records: answer.Records, closed: !answer.NextShardIterator };
    },
  };
}
