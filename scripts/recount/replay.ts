import { isDeepStrictEqual } from "node:util";
import { marshall } from "@aws-sdk/util-dynamodb";
import * as z from "zod/mini";
import { REPLAY } from "../../functions/platform/stream.ts";
import { STREAM_CONSUMER_IDS, STREAM_CONSUMERS, type StreamConsumer } from "../../infra/events.ts";
import type { StreamedTable } from "../../infra/tables.ts";

const Key = z.object({ pk: z.string(), sk: z.string() });
export type Key = z.output<typeof Key>;

/** A message of functions/platform/stream.ts. */
const Aside = z.object({ consumer: z.enum(STREAM_CONSUMER_IDS), table: z.string(), key: Key });

export type Derivation = {
  readonly consumer: keyof typeof STREAM_CONSUMERS;
  readonly table: StreamedTable;
  readonly key: Key;
};

type Row = Record<string, unknown>;
export type Message = { readonly body: string; remove(): Promise<void> };
export type Deployed = {
  nameOf(table: string): string;
  read(table: StreamedTable, key: Key): Promise<Row | undefined>;
  /** @returns the function's answer; undefined if it fails */
  invoke(consumer: string, event: object): Promise<unknown>;
  /** Some messages of the queue, hidden from other readers for a while; none if no message is visible. */
  receive(): Promise<readonly Message[]>;
};

const Answer = z.object({ batchItemFailures: z.array(z.unknown()) });

/** Makes the consumer derive again from the current row. @returns false if the consumer failed: its log says why */
export async function derive(shop: Deployed, { consumer, table, key }: Derivation): Promise<boolean> {
  for (;;) {
    const row = await shop.read(table, key);
    const answer = Answer.safeParse(await shop.invoke(consumer, eventOf(shop.nameOf(table), key, row)));
    if (!answer.success || answer.data.batchItemFailures.length > 0) return false;
    // The stream may have delivered a newer state before this call. The newest state must reach the consumer last.
    if (isDeepStrictEqual(await shop.read(table, key), row)) return true;
  }
}

function eventOf(table: string, key: Key, row: Row | undefined): object {
  const image = marshall(row ?? key, { removeUndefinedValues: true });
  const record = {
    eventSource: REPLAY,
    eventSourceARN: `arn:aws:dynamodb:::table/${table}/stream/replay`,
    eventName: row === undefined ? "REMOVE" : "INSERT",
    dynamodb: {
      Keys: marshall(key),
      SequenceNumber: "0",
      ...(row === undefined ? { OldImage: image } : { NewImage: image }),
    },
  };
  return { Records: [record] };
}

/**
 * Derives again from the rows whose keys are in the queue.
 * @returns how many were derived, and how many stay in the queue
 */
export async function replay(
  shop: Deployed,
  say: (line: string) => void,
): Promise<{ derived: number; left: number }> {
  let derived = 0;
  const left = new Set<string>();
  const isNew = ({ body }: Message) => !left.has(body);
  for (let found = await shop.receive(); found.some(isNew); found = await shop.receive())
    for (const { body, remove } of found.filter(isNew)) {
      const why = await replayOne(shop, body);
      if (why === undefined) {
        await remove();
        derived += 1;
        continue;
      }
      left.add(body);
      say(`${body}: ${why}`);
    }
  return { derived, left: left.size };
}

/** @returns why the message must stay */
async function replayOne(shop: Deployed, body: string): Promise<string | undefined> {
  const { consumer, table: name, key } = Aside.parse(JSON.parse(body));
  const { tables, announces = [] }: StreamConsumer = STREAM_CONSUMERS[consumer];
  const table = tables.find((one) => shop.nameOf(one) === name);
  if (table === undefined) return `${consumer} does not follow this table`;
  if (!(await derive(shop, { consumer, table, key }))) return "failed again; the function's log says why";
  if (!announces.includes(table)) return undefined;
  return "derived, but the row does not say what changed, so the function sent no mail: notify the person, then delete this message";
}
