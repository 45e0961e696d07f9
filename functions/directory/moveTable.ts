import { isDeepStrictEqual } from "node:util";
import * as z from "zod/mini";
import { groupOf, KeptMove, type Move, type MoveGroup, type MoveKind } from "#shared/insights/moves.ts";
import { readCursor, writeCursor } from "../platform/cursor.ts";
import { type Item, queryItems, type Write } from "../platform/dynamo.ts";
import { env } from "../platform/env.ts";
import { moveName } from "./rules.ts";

/**
 * Insights, partitions "moves#<group>": the customers' moves that the growth figures count. `sk` is the time, the
 * customer, the kind, the payment and the amount.
 */
const TABLE = () => env("TABLE_INSIGHTS");
const partition = (group: MoveGroup) => `moves#${group}`;
const keyOf = (userId: string, { at, kind, paymentId, cents }: Move) => ({
  pk: partition(groupOf(kind)),
  sk: [at, userId, kind, paymentId ?? "-", cents].join("#"),
});

/** @param entry "growth#<user>" */
export function moveWrites(entry: string, before: readonly KeptMove[], after: readonly KeptMove[]): Write[] {
  const userId = entry.slice(entry.indexOf("#") + 1);
  const old = new Map(before.map((move) => [moveName(move), move]));
  const wanted = new Map(after.map((move) => [moveName(move), move]));
  return [
    ...[...old].flatMap(([name, move]): Write[] =>
      wanted.has(name) ? [] : [{ Delete: { TableName: TABLE(), Key: keyOf(userId, move) } }],
    ),
    ...[...wanted].flatMap(([name, move]): Write[] =>
      isDeepStrictEqual(old.get(name), move)
        ? []
        : [{ Put: { TableName: TABLE(), Item: { ...keyOf(userId, move), userId, ...move } } }],
    ),
  ];
}

const StoredMove = z.extend(KeptMove, { sk: z.string(), userId: z.string() });
export type StoredMove = z.output<typeof StoredMove>;
const Place = z.object({ pk: z.string(), sk: z.string() });

export type Sought = {
  group: MoveGroup;
  /** UTC days, inclusive. */
  from: string;
  to: string;
  limit: number;
  cursor?: string | undefined;
  kind?: MoveKind | undefined;
  plan?: string | undefined;
  channel?: string | undefined;
};

/** Lists moves, newest first. Filters apply after the read, so a page may be short. */
export async function listStoredMoves(sought: Sought): Promise<{ moves: StoredMove[]; next: string | null }> {
  const { group, from, to, limit, cursor, kind, plan, channel } = sought;
  const filters = Object.entries({ kind, plan, channel }).filter(([, value]) => value !== undefined);
  const pk = partition(group);
  const { items, lastKey } = await queryItems({
    TableName: TABLE(),
    KeyConditionExpression: "pk = :pk AND sk BETWEEN :from AND :to",
    ...(filters.length === 0
      ? {}
      : {
          FilterExpression: filters.map(([name]) => `#${name} = :${name}`).join(" AND "),
          ExpressionAttributeNames: Object.fromEntries(filters.map(([name]) => [`#${name}`, name])),
        }),
    ExpressionAttributeValues: {
      ":pk": pk,
      ":from": from,
      // Sorts after every time of the day.
      ":to": `${to}U`,
      ...Object.fromEntries(filters.map(([name, value]) => [`:${name}`, value])),
    },
    ScanIndexForward: false,
    Limit: limit,
    ...(cursor === undefined
      ? {}
      : { ExclusiveStartKey: readCursor(cursor, Place, (place: Item) => place.pk === pk) }),
  });
  return { moves: items.map((item) => StoredMove.parse(item)), next: writeCursor(lastKey) };
}
