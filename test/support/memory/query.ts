import type { QueryCommandInput } from "@aws-sdk/lib-dynamodb";
import { holds, type Row } from "./expressions.ts";
import { HASHES, type TableRows } from "./tableRows.ts";

/** The sort key of each index, as infra/tables.ts has it. The tables sort by `sk`. */
export const SORTED_BY: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  seats: { byUser: "assignedAt" },
  promotions: { byDue: "heldUntil" },
  events: { byQueue: "receivedAt" },
  alerts: { byState: "lastSeenAt" },
  affiliates: {
    byJoined: "joinedAt",
    byStatus: "joinedAt",
    byEmail: "normalisedEmail",
    byCode: "referralCode",
  },
  traffic: { byAffiliate: "position", byTime: "position" },
  activity: { byTime: "createdAt" },
  directory: {
    byCreated: "createdAt",
    byName: "name",
    bySeen: "seenAt",
    shelfByCreated: "createdAt",
    shelfByName: "name",
    shelfBySeen: "seenAt",
    byDue: "dueAt",
  },
  audit: { byUser: "at" },
  payouts: { byQueue: "dueAt", byList: "listedAt" },
};

function sortKeyOf({
  TableName = "",
  IndexName,
}: Pick<QueryCommandInput, "TableName" | "IndexName">): string {
  if (IndexName === undefined) return "sk";
  const by = SORTED_BY[TableName.toLowerCase()]?.[IndexName];
  if (by === undefined) throw new Error(`${TableName} has no index ${IndexName}`);
  return by;
}

/** In bytes. */
const LONGEST_SORT_KEY = 1024;

/** A page of a query, in the index's order, as DynamoDB answers it. */
export function queried(
  input: Omit<QueryCommandInput, "KeyConditions">,
  table: TableRows,
): { Items: Row[]; LastEvaluatedKey?: Row } {
  const { ExpressionAttributeNames: n, ExpressionAttributeValues: v, Limit: limit = Infinity } = input;
  if (Object.values(v ?? {}).some((given) => Buffer.byteLength(String(given)) > LONGEST_SORT_KEY))
    throw new Error("One or more parameter values were invalid: the size of a range key exceeds 1024 bytes");
  const by = sortKeyOf(input);
  const { condition, hash, value } = hashOf(input);
  // The shorter one of two that begin alike comes first.
  const place = (row: Row) => [row[by], row.pk, row.sk].join("\0");
  const isAscending = input.ScanIndexForward !== false;
  const isAfter = (one: string, other: string) => (isAscending ? one > other : one < other);
  const start = input.ExclusiveStartKey && place(input.ExclusiveStartKey);
  const left = [...table.where(hash, value).values()]
    .filter((row) => row[by] !== undefined && holds(condition, row, n, v))
    .map((row) => ({ row, at: place(row) }))
    .filter(({ at }) => start === undefined || isAfter(at, start))
    .sort((a, b) => (a.at === b.at ? 0 : isAfter(a.at, b.at) ? 1 : -1))
    .map(({ row }) => row);
  const page = left.slice(0, limit);
  const last = page.at(-1);
  const Items = page.filter((row) => holds(input.FilterExpression, row, n, v));
  // DynamoDB stops at the limit without looking whether more would come.
  return last && page.length === limit ? { Items, LastEvaluatedKey: keyOf(last, hash, by) } : { Items };
}

/** The keys of the table and of the index. */
const keyOf = (row: Row, hash: string, by: string): Row =>
  Object.fromEntries(
    [...new Set(["pk", "sk", hash, by])].flatMap((name) =>
      row[name] === undefined ? [] : [[name, row[name]]],
    ),
  );

/** A query's partition and the rest of its condition. */
function hashOf({ KeyConditionExpression = "", ...input }: QueryCommandInput) {
  const [, name = "", given = "", rest] =
    /^(#?\w+) = (:\w+)(?: AND (.*))?$/.exec(KeyConditionExpression) ?? [];
  const hash = name.startsWith("#") ? (input.ExpressionAttributeNames?.[name] ?? name) : name;
  return !HASHES.includes(hash)
    ? { condition: KeyConditionExpression, hash, value: undefined }
    : { condition: rest, hash, value: input.ExpressionAttributeValues?.[given] };
}
