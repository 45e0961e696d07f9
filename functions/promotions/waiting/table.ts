import * as z from "zod/mini";
import type { Instant } from "#shared/instant.ts";
import type { Reservation } from "#shared/promotions/reservation.ts";
import { type EntryEnd, MAX_COUNTED, WaitingEntry } from "#shared/promotions/waitingList.ts";
import { readCursor, writeCursor } from "../../platform/cursor.ts";
import {
  deleteItem,
  getItem,
  getItems,
  queryItems,
  updateItem,
  type Write,
  WriteConflict,
} from "../../platform/dynamo.ts";
import { changeOffer, running, TABLE, updateIn } from "../offerTable.ts";
import { endEntry, putReservation, TELL, waitingKey } from "../reservationTable.ts";

/**
 * The waiting list: one row per person (`pk` "waiting#<user>"), so nobody has two entries. A waiting person has a
 * second row (`pk` "line"), whose `sk` is the time and the entry's id, so that the front and the people ahead can be
 * read consistently and in order. The offer's row counts the people in line. The index `byDue` lists entries that may
 * need a mail (`queue` "tell").
 */
const LINE = "line";

const placeOf = ({ joinedAt, id }: WaitingEntry) => `${joinedAt}#${id}`;
const lineKey = (entry: WaitingEntry) => ({ pk: LINE, sk: placeOf(entry) });
const leaveLine = (entry: WaitingEntry): Write => ({
  Delete: { TableName: TABLE(), Key: lineKey(entry), ConditionExpression: "attribute_exists(pk)" },
});

export async function findEntry(userId: string): Promise<WaitingEntry | undefined> {
  const item = await getItem({ TableName: TABLE(), Key: waitingKey(userId) });
  return item && WaitingEntry.parse(item);
}

const LineRow = z.object({ userId: z.string() });

/** Oldest first. @returns user ids */
export async function readLine(
  limit: number,
  cursor?: string,
): Promise<{ userIds: string[]; next: string | null }> {
  const { items, lastKey } = await queryItems({
    TableName: TABLE(),
    KeyConditionExpression: "pk = :line",
    ExpressionAttributeValues: { ":line": LINE },
    ConsistentRead: true,
    Limit: limit,
    ...(cursor === undefined ? {} : { ExclusiveStartKey: readCursor(cursor, Place, isInLine) }),
  });
  return { userIds: items.map((item) => LineRow.parse(item).userId), next: writeCursor(lastKey) };
}

const Place = z.object({ pk: z.string(), sk: z.string() });
const isInLine = ({ pk }: z.output<typeof Place>) => pk === LINE;

/** In the given order. */
export async function readEntries(userIds: readonly string[]): Promise<WaitingEntry[]> {
  const table = TABLE();
  const unique = [...new Set(userIds)];
  const found = new Map<string, WaitingEntry>();
  for (let start = 0; start < unique.length; start += A_CALL) {
    const keys = unique.slice(start, start + A_CALL).map(waitingKey);
    const { [table]: items = [] } = await getItems({ [table]: keys });
    for (const entry of items.map((item) => WaitingEntry.parse(item))) found.set(entry.userId, entry);
  }
  return unique.flatMap((userId) => found.get(userId) ?? []);
}
const A_CALL = 100;

export async function countAhead(entry: WaitingEntry): Promise<number> {
  const { items } = await queryItems({
    TableName: TABLE(),
    KeyConditionExpression: "pk = :line AND sk < :own",
    ExpressionAttributeValues: { ":line": LINE, ":own": placeOf(entry) },
    ConsistentRead: true,
    Limit: MAX_COUNTED,
  });
  return items.length;
}

/** For a transaction: adds a person who has no open entry, if the offer is on and the line claims all units left. */
export function join(entry: WaitingEntry, now: Date): Write[] {
  const { condition, values } = running(now);
  return [
    changeOffer("waiting = waiting + :one", {
      condition: `${condition} AND waitingList = :on AND #left <= waiting`,
      values,
    }),
    {
      Put: {
        TableName: TABLE(),
        // `heldUntil` is the index's sort key. The row appears in the index once it also has a queue.
        Item: { ...waitingKey(entry.userId), ...entry, heldUntil: entry.joinedAt },
        ConditionExpression: "attribute_not_exists(pk) OR #state = :over",
        ExpressionAttributeNames: { "#state": "state" },
        ExpressionAttributeValues: { ":over": "over" },
      },
    },
    { Put: { TableName: TABLE(), Item: { ...lineKey(entry), userId: entry.userId } } },
  ];
}

export function offerUnit(
  entry: WaitingEntry,
  reservation: Reservation & { offeredUntil: Instant },
  now: Date,
): Write[] {
  const { condition, values } = running(now);
  return [
    changeOffer(
      "reserved = reserved + :one, offered = offered + :one, waiting = waiting - :one, #left = #left - :one",
      {
        condition: `${condition} AND waitingList = :on AND #left > :zero`,
        values: { ...values, ":zero": 0 },
      },
    ),
    updateIn(
      waitingKey(entry.userId),
      "SET #state = :offered, offeredUntil = :until, queue = :tell",
      "id = :id AND #state = :waiting",
      {
        ":id": entry.id,
        ":waiting": "waiting",
        ":offered": "offered",
        ":until": reservation.offeredUntil,
        ":tell": TELL,
      },
    ),
    leaveLine(entry),
    putReservation(reservation),
  ];
}

export function endWaiting(entry: WaitingEntry, why: EntryEnd): Write[] {
  return [changeOffer("waiting = waiting - :one"), endEntry(entry.userId, "waiting", why), leaveLine(entry)];
}

/** Up to 100 entries that may need a mail. The index may lag behind. */
export async function listToTell(): Promise<WaitingEntry[]> {
  const { items } = await queryItems({
    TableName: TABLE(),
    IndexName: "byDue",
    KeyConditionExpression: "queue = :tell",
    ExpressionAttributeValues: { ":tell": TELL },
    Limit: 100,
  });
  return items.map((item) => WaitingEntry.parse(item));
}

/** Records that the entry's mail is queued, unless the entry has moved to a later state. */
export async function markTold({ userId, id, state }: WaitingEntry): Promise<void> {
  try {
    await updateItem({
      TableName: TABLE(),
      Key: waitingKey(userId),
      UpdateExpression: "REMOVE queue",
      ConditionExpression: "id = :id AND #state = :state",
      ExpressionAttributeNames: { "#state": "state" },
      ExpressionAttributeValues: { ":id": id, ":state": state },
    });
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
  }
}

export const forgetEntry = (userId: string): Promise<void> =>
  deleteItem({ TableName: TABLE(), Key: waitingKey(userId) });
