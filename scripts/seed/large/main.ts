import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import {
  BatchWriteCommand,
  type BatchWriteCommandOutput,
  DynamoDBDocumentClient,
  GetCommand,
  TransactWriteCommand,
} from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { LOCAL_SECRET_KEY, ROOT_ACCESS_KEY } from "#local-aws";
import { countWrites } from "../../../functions/directory/figureTable.ts";
import { usedRow } from "../../../functions/directory/lastUseTable.ts";
import { differenceOf } from "../../../functions/directory/rules.ts";
import { entryRow } from "../../../functions/directory/table.ts";
import { wordRows } from "../../../functions/directory/wordTable.ts";
import type { Item, Write } from "../../../functions/platform/dynamo.ts";
import { type Counters, mergeCounters } from "../../../functions/referrals/counterRules.ts";
import { COUNTS_KEY } from "../../../functions/referrals/table.ts";
import { increment } from "../../../functions/referrals/traffic/table.ts";
import { post } from "../../../local/seed/api.ts";
import type { StackFile } from "../../../local/stackFile.ts";
import { type Piece, piecesOf, type Size } from "./pieces.ts";

export const sizeOf = (users: number): Size => ({ users, keys: users * 1.25, clicks: users * 2.5 });
export const LARGE = sizeOf(20_000);

/** DynamoDB's limit per call. */
const A_BATCH = 25;
/** The pieces of a step: few enough that their counters and the progress fit in one transaction. */
const A_STEP = 150;
const TABLES = ["Users", "Grants", "Seats", "Affiliates", "Traffic", "Directory", "Insights", "Limits"];
const NOTE = { pk: "seed", sk: "large" };
const Note = z.object({ end: z.string(), written: z.number() });

type Documents = DynamoDBDocumentClient;
type Rows = Piece["rows"];

/**
 * Adds many people to a running stack while its streams are off, with everything that the streams would derive. Writes
 * counts and the seed's progress in one transaction, so that each row counts once. Resumes after an interruption. A
 * second run does nothing.
 * @throws if interrupted
 */
export async function seedLarge(stack: StackFile, size = LARGE): Promise<void> {
  const setStreams = (on: boolean) => post(`${stack.controlUrl}/streams`, { on });
  const stopped = new AbortController();
  const stop = () => stopped.abort();
  process.once("SIGINT", stop).once("SIGTERM", stop);
  await setStreams(false);
  try {
    await writeAll(stack, size, stopped.signal);
  } finally {
    process.off("SIGINT", stop).off("SIGTERM", stop);
    await setStreams(true);
  }
  if (stopped.signal.aborted) throw new Error("Interrupted. Run the same command again to add the rest.");
}

async function writeAll(stack: StackFile, size: Size, stopped: AbortSignal): Promise<void> {
  const { endpoint, region, tables } = stack.dynamodb;
  for (const table of TABLES) process.env[`TABLE_${table.toUpperCase()}`] = tables[table];
  const credentials = { accessKeyId: ROOT_ACCESS_KEY, secretAccessKey: LOCAL_SECRET_KEY };
  const documents = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint, region, credentials }));
  const place = { TableName: tables.Limits, Key: NOTE };
  const { Item: known } = await documents.send(new GetCommand({ ...place, ConsistentRead: true }));
  const { end, written } = known ? Note.parse(known) : { end: new Date().toISOString(), written: 0 };
  const pieces = piecesOf(size, new Date(end));
  for (let from = written; from < pieces.length && !stopped.aborted; from += A_STEP) {
    const step = pieces.slice(from, from + A_STEP).map((make) => make());
    const entries = entriesOf(step).filter(({ list, sums }) => list !== undefined || sums.length > 0);
    await write(
      documents,
      tables,
      entries.flatMap((entry) =>
        [entryRow(entry, 1), usedRow(entry, 1), ...wordRows(entry)]
          .filter((item) => item !== undefined)
          .map((item) => ({ table: "Directory" as const, item })),
      ),
    );
    await write(
      documents,
      tables,
      step.flatMap(({ rows }) => rows),
    );
    const note = { ...NOTE, end, written: from + step.length };
    await documents.send(
      new TransactWriteCommand({ TransactItems: [...countsOf(step, tables), noted(place, note, from)] }),
    );
    const [done, all] = [note.written, pieces.length].map((count) => count.toLocaleString("en"));
    process.stdout.write(`\r${done} of ${all}`);
  }
  process.stdout.write("\n");
  documents.destroy();
}

const entriesOf = (step: readonly Piece[]) => step.flatMap(({ entries }) => entries);

function countsOf(step: readonly Piece[], tables: StackFile["dynamodb"]["tables"]): Write[] {
  const sums = entriesOf(step).flatMap(({ sums }) => sums);
  const counters = step.reduce<Counters>((merged, piece) => mergeCounters(merged, piece.counters), new Map());
  const joined = step.filter((piece) => piece.joined).length;
  return [
    ...countWrites(differenceOf([], sums)),
    ...[...counters.values()].map(increment),
    ...(joined === 0
      ? []
      : [
          {
            Update: {
              TableName: tables.Affiliates,
              Key: COUNTS_KEY,
              UpdateExpression: "ADD active :joined",
              ExpressionAttributeValues: { ":joined": joined },
            },
          },
        ]),
  ];
}

/** Writes the progress, with a condition that stops the second of two concurrent seeds. */
function noted({ TableName }: { TableName: string | undefined }, note: Item, from: number): Write {
  return {
    Put: {
      TableName,
      Item: note,
      ...(from === 0
        ? { ConditionExpression: "attribute_not_exists(pk)" }
        : { ConditionExpression: "written = :from", ExpressionAttributeValues: { ":from": from } }),
    },
  };
}

async function write(
  documents: Documents,
  tables: StackFile["dynamodb"]["tables"],
  rows: Rows,
): Promise<void> {
  const batches = Array.from({ length: Math.ceil(rows.length / A_BATCH) }, (_, at) =>
    rows.slice(at * A_BATCH, (at + 1) * A_BATCH),
  );
  await Promise.all(batches.map((batch) => writeBatch(documents, tables, batch)));
}

async function writeBatch(
  documents: Documents,
  tables: StackFile["dynamodb"]["tables"],
  rows: Rows,
): Promise<void> {
  const asked: NonNullable<BatchWriteCommandOutput["UnprocessedItems"]> = {};
  for (const { table, item } of rows) {
    const name = tables[table] ?? table;
    asked[name] = [...(asked[name] ?? []), { PutRequest: { Item: item } }];
  }
  let left: BatchWriteCommandOutput["UnprocessedItems"] = asked;
  while (left && Object.keys(left).length > 0)
    ({ UnprocessedItems: left } = await documents.send(new BatchWriteCommand({ RequestItems: left })));
}
