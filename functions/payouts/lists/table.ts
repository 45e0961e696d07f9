import * as z from "zod/mini";
import type { Instant } from "#shared/instant.ts";
import type { OwnPayout } from "#shared/payouts/customer.ts";
import { Payout } from "#shared/payouts/payout.ts";
import { PayoutRequest } from "#shared/payouts/request.ts";
import { readCursor, writeCursor } from "../../platform/cursor.ts";
import { getItems, type Item, queryItems } from "../../platform/dynamo.ts";
import { findLines } from "../batches/lineTable.ts";
import { listRuns } from "../batches/table.ts";
import { countIn, countKeys } from "../countTable.ts";
import { PAYOUTS, queueOfPayouts, queueOfRequests, REQUESTS, TABLE, WORK_QUEUE } from "../table.ts";

type Paging = {
  limit: number;
  offset: number;
  cursor?: string | undefined;
  status?: string | undefined;
  direction?: "asc" | "desc";
};
type Page<T> = { rows: T[]; next: string | null };

const QueuePosition = z.object({ pk: z.string(), sk: z.string(), queue: z.string(), dueAt: z.string() });
const ListPosition = z.object({ pk: z.string(), sk: z.string(), list: z.string(), listedAt: z.string() });

export const listRequests = (paging: Paging): Promise<Page<PayoutRequest>> =>
  listed(REQUESTS, queueOfRequests, paging, (item) => PayoutRequest.parse(item));

export const listAllPayouts = (paging: Paging): Promise<Page<Payout>> =>
  listed(PAYOUTS, queueOfPayouts, paging, (item) => Payout.parse(item));

/** @throws NOT_FOUND for a cursor of another list */
async function listed<T>(
  kind: string,
  queueOf: (status: string) => string,
  { limit, offset, cursor, status, direction = "desc" }: Paging,
  parse: (item: Item) => T,
): Promise<Page<T>> {
  const { items, lastKey } = await (status === undefined
    ? sorted("byList", "list", kind, offset + limit, cursor, direction)
    : sorted("byQueue", "queue", queueOf(status), offset + limit, cursor, direction));
  return { rows: items.slice(offset).map(parse), next: writeCursor(lastKey) };
}

function sorted(
  index: "byList" | "byQueue",
  name: "list" | "queue",
  value: string,
  limit: number,
  cursor: string | undefined,
  direction: "asc" | "desc",
) {
  return queryItems({
    TableName: TABLE(),
    IndexName: index,
    KeyConditionExpression: "#name = :value",
    ExpressionAttributeNames: { "#name": name },
    ExpressionAttributeValues: { ":value": value },
    ScanIndexForward: direction === "asc",
    Limit: limit,
    ...(cursor === undefined
      ? {}
      : {
          ExclusiveStartKey: readCursor<Item>(
            cursor,
            name === "list" ? ListPosition : QueuePosition,
            (position) => position[name] === value,
          ),
        }),
  });
}

type Walked<T> = { rows: T[]; next: Item | null };

export async function walkRequests(start: Item | null, limit: number): Promise<Walked<PayoutRequest>> {
  const { items, lastKey } = await walk(queueOfRequests("pending"), start, limit);
  return { rows: items.map((item) => PayoutRequest.parse(item)), next: lastKey ?? null };
}

/** Rows per query. Usually fewer are waiting. */
const LOOKED_AT = 250;

type Left = { since: Instant; cents: number; reason: string | null };

/**
 * If the last distribution is held, the payouts that were approved before it. Otherwise those that it skipped. Oldest
 * request first.
 */
export async function listLeft(limit: number): Promise<{ skipped: Left[]; held: Left[] }> {
  const { runs } = await listRuns(undefined);
  const last = runs.find(
    ({ kind, status }) => kind === "distribute" && (status === "done" || status === "held"),
  );
  if (last === undefined) return { skipped: [], held: [] };
  const { id, createdAt, finishedAt } = last;
  const { rows } = await walkPayouts("approved", null, LOOKED_AT);
  const seen = rows
    .filter(({ approvedAt }) => approvedAt !== null && approvedAt <= createdAt)
    .slice(0, limit);
  const since = finishedAt ?? createdAt;
  if (last.status === "held")
    return {
      skipped: [],
      held: seen.map(({ amountCents }) => ({ since, cents: amountCents, reason: null })),
    };
  const lines = await findLines(
    id,
    seen.map((payout) => payout.id),
  );
  const skipped = lines.filter(({ outcome }) => outcome === "skipped");
  return {
    skipped: skipped.map(({ amount_cents, reason }) => ({ since, cents: amount_cents, reason })),
    held: [],
  };
}

/** Requests without a payout, longest waiting first. Skips requests in the same queue whose payout was calculated. */
export async function listUncalculated(limit: number): Promise<PayoutRequest[]> {
  const found: Item[] = [];
  let start: Item | undefined;
  do {
    const { items, lastKey } = await queryItems({
      TableName: TABLE(),
      IndexName: "byQueue",
      KeyConditionExpression: "queue = :queue",
      FilterExpression: "isCalculated = :calculated",
      ExpressionAttributeValues: { ":queue": queueOfRequests("pending"), ":calculated": false },
      Limit: LOOKED_AT,
      ...(start === undefined ? {} : { ExclusiveStartKey: start }),
    });
    found.push(...items);
    start = lastKey;
  } while (start !== undefined && found.length < limit);
  return found.slice(0, limit).map((item) => PayoutRequest.parse(item));
}

/** @param status "work": payouts whose rows are still being moved */
export async function walkPayouts(
  status: Payout["status"] | "work",
  start: Item | null,
  limit: number,
): Promise<Walked<Payout>> {
  const queue = status === "work" ? WORK_QUEUE : queueOfPayouts(status);
  const { items, lastKey } = await walk(queue, start, limit);
  return { rows: items.map((item) => Payout.parse(item)), next: lastKey ?? null };
}

/** @returns how many payouts have a status */
export async function countPayouts(): Promise<(status: Payout["status"]) => number> {
  const rows = await getItems(countKeys(PAYOUTS));
  return (status) => countIn(rows, status);
}

const walk = (queue: string, start: Item | null, limit: number) =>
  queryItems({
    TableName: TABLE(),
    IndexName: "byQueue",
    KeyConditionExpression: "queue = :queue",
    ExpressionAttributeValues: { ":queue": queue },
    Limit: limit,
    ...(start === null ? {} : { ExclusiveStartKey: start }),
  });

const OWN_PAGE = 25;
const OwnPosition = z.object({ pk: z.string(), sk: z.string() });

export async function listPayoutsOf(
  affiliateId: string,
  { limit, cursor }: Pick<Paging, "limit" | "cursor">,
): Promise<Page<Payout>> {
  const { items, lastKey } = await pageOf(affiliateId, "payout", limit, cursor);
  return { rows: items.map((item) => Payout.parse(item)), next: writeCursor(lastKey) };
}

/** A request and its payout have the same number, so a position in one list is also a position in the other. */
async function pageOf(
  affiliateId: string,
  kind: "request" | "payout",
  limit: number,
  cursor: string | undefined,
) {
  const pk = `affiliate#${affiliateId}`;
  const isInList = (position: Item) => position.pk === pk && /^(request|payout)#/.test(String(position.sk));
  const start = cursor === undefined ? undefined : readCursor(cursor, OwnPosition, isInList);
  return queryItems({
    TableName: TABLE(),
    KeyConditionExpression: "pk = :pk AND begins_with(sk, :prefix)",
    ExpressionAttributeValues: { ":pk": pk, ":prefix": `${kind}#` },
    ScanIndexForward: false,
    Limit: limit,
    ...(start ? { ExclusiveStartKey: { pk, sk: start.sk.replace(/^[a-z]+/, kind) } } : {}),
  });
}

export async function listOwn(
  affiliateId: string,
  cursor: string | undefined,
): Promise<{ payouts: OwnPayout[]; next: string | null }> {
  const [requests, payouts] = await Promise.all([
    pageOf(affiliateId, "request", OWN_PAGE, cursor),
    pageOf(affiliateId, "payout", OWN_PAGE, cursor),
  ]);
  const byId = new Map(payouts.items.map((item) => Payout.parse(item)).map((payout) => [payout.id, payout]));
  return {
    payouts: requests.items.map((item) => {
      const request = PayoutRequest.parse(item);
      return toOwn(request, byId.get(request.id));
    }),
    next: writeCursor(requests.lastKey),
  };
}

function toOwn(request: PayoutRequest, payout: Payout | undefined): OwnPayout {
  return {
    id: request.id,
    requested_amount_cents: request.requestedCents,
    requested_at: request.requestedAt,
    status: request.status,
    reason: request.reason,
    payout: payout
      ? {
          amount_cents: payout.amountCents,
          status: payout.status,
          paid_at: payout.transferredAt,
          reason: payout.reason,
          transfer_id: payout.transferId,
          reversed_cents: payout.reversedCents,
        }
      : null,
  };
}
