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
import {
  changeOffer,
  endEntry,
  putReservation,
  running,
  TABLE,
  TELL,
  updateIn,
  waitingKey,
} from "../table.ts";

/**
 * The waiting list. One row a person (`pk` "waiting#<user>"), which is their entry, so nobody has two. Who waits has a
 * second row in the line (`pk` "line"), whose `sk` is the time and the entry's id: the first and all who are ahead of
 * one are read consistently and in order. The offer's row counts them. Index `byDue` has the entries whose person has a
 * mail to receive (`queue` "tell").
 */
const LINE = "line";

/** The sort key of an entry in the line. */
const placeOf = ({ joinedAt, id }: WaitingEntry) => `${joinedAt}#${id}`;
const lineKey = (entry: WaitingEntry) => ({ pk: LINE, sk: placeOf(entry) });
/** Only from this place: the person may have left and joined again. */
const leaveLine = (entry: WaitingEntry): Write => ({
  Delete: { TableName: TABLE(), Key: lineKey(entry), ConditionExpression: "attribute_exists(pk)" },
});

export async function findEntry(userId: string): Promise<WaitingEntry | undefined> {
  const item = await getItem({ TableName: TABLE(), Key: waitingKey(userId) });
  return item && WaitingEntry.parse(item);
}

const LineRow = z.object({ userId: z.string() });

/** Who waits, first come first. @returns user ids */
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

/** In the order given; 125 at most, in as many calls as that needs. */
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

/** How many wait ahead of an entry: counts MAX_COUNTED at most. */
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

/** For a transaction: a person without an entry joins, while the offer is on and each unit that is left is someone's. */
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
        // The index's sort key: there without its partition, the row is in the index once it has a queue.
        Item: { ...waitingKey(entry.userId), ...entry, heldUntil: entry.joinedAt },
        ConditionExpression: "attribute_not_exists(pk) OR #state = :over",
        ExpressionAttributeNames: { "#state": "state" },
        ExpressionAttributeValues: { ":over": "over" },
      },
    },
    { Put: { TableName: TABLE(), Item: { ...lineKey(entry), userId: entry.userId } } },
  ];
}

/** For a transaction: a unit that is left is held for one who waits. The offer's own counters guard it. */
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

/** For a transaction: one who waits is in line no more. */
export function endWaiting(entry: WaitingEntry, why: EntryEnd): Write[] {
  return [changeOffer("waiting = waiting - :one"), endEntry(entry.userId, "waiting", why), leaveLine(entry)];
}

/** Entries whose person has a mail to receive, 100 at most. The index may be late. */
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

/** The mail about this state is queued; a later state has its own. */
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

/** Of an account that is deleted, whose entry is over. */
export const forgetEntry = (userId: string): Promise<void> =>
  deleteItem({ TableName: TABLE(), Key: waitingKey(userId) });
