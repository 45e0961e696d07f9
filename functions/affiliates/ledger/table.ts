import * as z from "zod/mini";
import {
  Balance,
  Commission,
  Debt,
  type Entry,
  type LedgerRow,
  NO_BALANCE,
} from "#shared/affiliates/commission.ts";
import { listedOf } from "#shared/affiliates/listed.ts";
import { readCursor, writeCursor } from "../../platform/cursor.ts";
import { eachPage, getItem, type Item, queryItems, type Write } from "../../platform/dynamo.ts";
import { env } from "../../platform/env.ts";
import { AFFILIATES, affiliateKey } from "../../referrals/index.ts";
import { type Change, changeOfBalance, matured, suspended } from "./rules.ts";

/**
 * The ledger, in Payouts: `pk` "affiliate#<id>", `sk` "commission#<payment>", "debt#<id>", "entry#<id>" and "balance".
 * The index `byQueue` lists pending commissions ("maturing") by the end of their hold, the rows that a payout may claim
 * ("claimable#<affiliate>": debts first, then the oldest payment), and all balances ("balances"). The index `byList`
 * lists an affiliate's commissions ("commissions#<affiliate>") by the time of the payment.
 */
export const PAYOUTS = () => env("TABLE_PAYOUTS");
const TABLE = PAYOUTS;
const partition = (affiliateId: string) => `affiliate#${affiliateId}`;
export const COMMISSION = "commission#";
export const DEBT = "debt#";
const BALANCE = "balance";
const MATURING = "maturing";
export const BALANCES = "balances";
export const claimable = (affiliateId: string) => `claimable#${affiliateId}`;

export const balanceKey = (affiliateId: string) => ({ pk: partition(affiliateId), sk: BALANCE });
export const commissionsList = (affiliateId: string) => `commissions#${affiliateId}`;

const rowKey = ({ affiliateId, kind, id }: Pick<LedgerRow, "affiliateId" | "kind" | "id">) => ({
  pk: partition(affiliateId),
  sk: `${kind}#${id}`,
});

const Row = z.discriminatedUnion("kind", [Commission, Debt]);
export const toRow = (item: Item): LedgerRow => Row.parse(item);

function queueOf(row: LedgerRow): { queue: string; dueAt: string } | Record<string, never> {
  if (row.status === "available")
    return {
      queue: claimable(row.affiliateId),
      dueAt: row.kind === "debt" ? `0#${row.since}#${row.id}` : `1#${row.paidAt}#${row.id}`,
    };
  return row.status === "pending" ? { queue: MATURING, dueAt: row.matureAt } : {};
}

function listOf(row: LedgerRow): { list: string; listedAt: string } | Record<string, never> {
  return row.kind === "commission" ? { list: commissionsList(row.affiliateId), listedAt: row.paidAt } : {};
}

/** The maximum number of ledger rows per transaction, besides the entries and the caller's own writes. */
export const MAX_ROWS_PER_WRITE = 80;

/**
 * For one transaction: the rows, the entries, the new balance and the sums in the operator's list. It fails if a row
 * has changed since it was read. Every change of the ledger uses this function, so that the sums stay correct.
 */
export function changeWrites(
  affiliateId: string,
  changes: readonly Change[],
  entries: readonly Entry[] = [],
): Write[] {
  const moved = changeOfBalance(changes, entries);
  const paidAt = entries.find(({ kind }) => kind === "paid_out")?.at;
  return [
    ...changes.map(({ before, after }): Write => {
      const Item = { ...rowKey(after), ...after, ...queueOf(after), ...listOf(after) };
      return before
        ? {
            Put: {
              TableName: TABLE(),
              Item,
              ConditionExpression: "version = :version",
              ExpressionAttributeValues: { ":version": before.version },
            },
          }
        : { Put: { TableName: TABLE(), Item, ConditionExpression: "attribute_not_exists(pk)" } };
    }),
    ...entries.map(
      (entry): Write => ({
        Put: {
          TableName: TABLE(),
          Item: { pk: partition(affiliateId), sk: `entry#${entry.id}`, ...entry },
          ConditionExpression: "attribute_not_exists(pk)",
        },
      }),
    ),
    balanceWrite(affiliateId, moved),
    ...listMoves(affiliateId, moved, paidAt),
  ];
}

function balanceWrite(affiliateId: string, change: Balance): Write {
  const fields = Object.entries(change);
  return {
    Update: {
      TableName: TABLE(),
      Key: { pk: partition(affiliateId), sk: BALANCE },
      UpdateExpression: `SET affiliateId = :affiliate, queue = :queue, dueAt = :affiliate ADD version :one, ${fields.map(([name]) => `${name} :${name}`).join(", ")}`,
      ExpressionAttributeValues: {
        ":affiliate": affiliateId,
        ":queue": BALANCES,
        ":one": 1,
        ...Object.fromEntries(fields.map(([name, cents]) => [`:${name}`, cents])),
      },
    },
  };
}

/** Updates the sums that the operator's list shows. @returns no writes if nothing changes */
export function listMoves(affiliateId: string, change: Balance, paidAt: string | undefined): Write[] {
  const { listEarnedCents, listOwedCents } = listedOf(change);
  if (listEarnedCents === 0 && listOwedCents === 0 && paidAt === undefined) return [];
  return [
    {
      Update: {
        TableName: AFFILIATES(),
        Key: affiliateKey(affiliateId),
        UpdateExpression: `${paidAt === undefined ? "" : "SET listPaidAt = :paidAt "}ADD listEarnedCents :earned, listOwedCents :owed`,
        ConditionExpression: "attribute_exists(pk)",
        ExpressionAttributeValues: {
          ":earned": listEarnedCents,
          ":owed": listOwedCents,
          ...(paidAt === undefined ? {} : { ":paidAt": paidAt }),
        },
      },
    },
  ];
}

export function writesOf(changes: Change[], entries: Entry[] = []): Write[] {
  const [first] = changes;
  return first ? changeWrites(first.after.affiliateId, changes, entries) : [];
}

/** @param commissions of one affiliate */
export const matureWrites = (commissions: readonly Commission[], now: Date): Write[] =>
  writesOf(commissions.flatMap((commission) => matured(commission, now) ?? []));

export function suspendWrites(commission: Commission, isSuspended: boolean, now: Date): Write[] {
  const change = suspended(commission, isSuspended, now);
  return change ? writesOf([change]) : [];
}

export async function getBalance(affiliateId: string): Promise<Balance> {
  const item = await getItem({ TableName: TABLE(), Key: balanceKey(affiliateId) });
  return item ? Balance.parse(item) : NO_BALANCE;
}

export async function findCommission(affiliateId: string, id: string): Promise<Commission | undefined> {
  const Key = rowKey({ affiliateId, kind: "commission", id });
  const item = await getItem({ TableName: TABLE(), Key });
  return item && Commission.parse(item);
}

const PAGE = 100;
const Position = z.object({ pk: z.string(), sk: z.string(), queue: z.string(), dueAt: z.string() });

export async function queuePage(queue: string, upTo: string, cursor: string | undefined): Promise<Page> {
  const { items, lastKey } = await queryItems({
    TableName: TABLE(),
    IndexName: "byQueue",
    KeyConditionExpression: "queue = :queue AND dueAt <= :upTo",
    ExpressionAttributeValues: { ":queue": queue, ":upTo": upTo },
    Limit: PAGE,
    ...(cursor === undefined
      ? {}
      : { ExclusiveStartKey: readCursor(cursor, Position, (position) => position.queue === queue) }),
  });
  return { rows: items.map(toRow), next: writeCursor(lastKey) };
}

export type Page = { rows: LedgerRow[]; next: string | null };

/** Pending commissions whose hold is over, longest due first, 100 a page. */
export async function listMaturing(
  now: Date,
  cursor?: string,
): Promise<{ commissions: Commission[]; next: string | null }> {
  const { rows, next } = await queuePage(MATURING, now.toISOString(), cursor);
  return { commissions: rows.filter((row) => row.kind === "commission"), next };
}

export const pagesOf = (affiliateId: string): AsyncGenerator<Item[]> => pages(affiliateId);

/** An affiliate's commissions, then the debts. Their keys are adjacent, so one query reads both. */
export const rowPagesOf = (affiliateId: string): AsyncGenerator<Item[]> =>
  pages(affiliateId, { from: COMMISSION, to: DEBT + LAST });

/** Sorts after every id. */
const LAST = "~";

const pages = (affiliateId: string, keys?: { from: string; to: string }): AsyncGenerator<Item[]> =>
  eachPage({
    TableName: TABLE(),
    KeyConditionExpression: keys ? "pk = :pk AND sk BETWEEN :from AND :to" : "pk = :pk",
    ExpressionAttributeValues: {
      ":pk": partition(affiliateId),
      ...(keys ? { ":from": keys.from, ":to": keys.to } : {}),
    },
    ConsistentRead: true,
  });

export async function* commissionsOf(affiliateId: string): AsyncGenerator<Commission[]> {
  for await (const page of pages(affiliateId, { from: COMMISSION, to: COMMISSION + LAST }))
    yield page.map((item) => Commission.parse(item));
}
