import * as z from "zod/mini";
import { Affiliate } from "#shared/affiliates/affiliate.ts";
import { Balance, NO_BALANCE } from "#shared/affiliates/commission.ts";
import { parsePayoutId } from "#shared/payouts/id.ts";
import { Payout } from "#shared/payouts/payout.ts";
import { PayoutRequest } from "#shared/payouts/request.ts";
import { balanceKey } from "../affiliates/index.ts";
import { getItem, type Item, type Keys, queryItems, type Rows, type Write } from "../platform/dynamo.ts";
import { env } from "../platform/env.ts";
import { AFFILIATES, affiliateKey } from "../referrals/index.ts";
import { countWrite } from "./countTable.ts";
import { decideRequest } from "./rules.ts";

/**
 * In Payouts, beside the affiliate's ledger: `pk` "affiliate#<id>", `sk` "request#<number>" and "payout#<number>"; the
 * balance's row names the latest request. The index `byQueue` lists both by status ("request#pending",
 * "payout#approved"). Payouts whose rows are being moved have the queue "payoutWork" instead. The index `byList` lists
 * all requests, and all payouts, by time.
 */
export const TABLE = () => env("TABLE_PAYOUTS");
export const REQUESTS = "requests";
export const PAYOUTS = "payouts";
export const WORK_QUEUE = "payoutWork";
export const queueOfRequests = (status: string) => `request#${status}`;
export const queueOfPayouts = (status: string) => `payout#${status}`;

const partition = (affiliateId: string) => `affiliate#${affiliateId}`;

export function payoutRow(id: string, kind: "request" | "payout") {
  const parsed = parsePayoutId(id);
  return parsed && { pk: partition(parsed.affiliateId), sk: `${kind}#${id.slice(-6)}` };
}

function requestItem(request: PayoutRequest): Item {
  return {
    ...payoutRow(request.id, "request"),
    ...request,
    list: REQUESTS,
    listedAt: request.requestedAt,
    queue: queueOfRequests(request.status),
    dueAt: request.requestedAt,
  };
}

function payoutItem(payout: Payout): Item {
  return {
    ...payoutRow(payout.id, "payout"),
    ...payout,
    list: PAYOUTS,
    listedAt: payout.requestedAt,
    queue: payout.work === null ? queueOfPayouts(payout.status) : WORK_QUEUE,
    dueAt: payout.requestedAt,
  };
}

export async function findRequest(id: string): Promise<PayoutRequest | undefined> {
  const Key = payoutRow(id, "request");
  const item = Key && (await getItem({ TableName: TABLE(), Key }));
  return item && PayoutRequest.parse(item);
}

export async function findPayout(id: string): Promise<Payout | undefined> {
  const Key = payoutRow(id, "payout");
  const item = Key && (await getItem({ TableName: TABLE(), Key }));
  return item && Payout.parse(item);
}

/** Only the latest request can be pending. */
export async function findLatestRequest(affiliateId: string): Promise<PayoutRequest | undefined> {
  const { items } = await queryItems({
    TableName: TABLE(),
    KeyConditionExpression: "pk = :pk AND begins_with(sk, :prefix)",
    ExpressionAttributeValues: { ":pk": partition(affiliateId), ":prefix": "request#" },
    ScanIndexForward: false,
    Limit: 1,
    ConsistentRead: true,
  });
  const [latest] = items;
  return latest && PayoutRequest.parse(latest);
}

const Latest = z.object({ latestRequest: z.optional(z.string()) });

export const askingKeys = (affiliateId: string): Keys => ({
  [AFFILIATES()]: [affiliateKey(affiliateId)],
  [TABLE()]: [balanceKey(affiliateId)],
});

/** @param rows read with `askingKeys` */
export function askingIn(rows: Rows): {
  affiliate: Affiliate | undefined;
  balance: Balance;
  latestRequest: string | undefined;
} {
  const affiliate = rows[AFFILIATES()]?.[0];
  const balance = rows[TABLE()]?.[0];
  return {
    affiliate: affiliate && Affiliate.parse(affiliate),
    balance: balance ? Balance.parse(balance) : NO_BALANCE,
    latestRequest: balance && Latest.parse(balance).latestRequest,
  };
}

/** For a transaction: if an affiliate sends several requests at once, only one succeeds. The balance's row names it. */
export function createRequest(request: PayoutRequest): Write[] {
  return [
    {
      Put: {
        TableName: TABLE(),
        Item: requestItem(request),
        ConditionExpression: "attribute_not_exists(pk)",
      },
    },
    {
      Update: {
        TableName: TABLE(),
        Key: balanceKey(request.affiliateId),
        UpdateExpression: "SET latestRequest = :request",
        ConditionExpression: "attribute_exists(pk)",
        ExpressionAttributeValues: { ":request": request.id },
      },
    },
    countWrite(REQUESTS, request.id, { [request.status]: 1 }),
  ];
}

export function unlessPending(requestId: string): Write[] {
  const Key = payoutRow(requestId, "request");
  return Key === undefined
    ? []
    : [
        {
          ConditionCheck: {
            TableName: TABLE(),
            Key,
            ConditionExpression: "#status <> :pending",
            ExpressionAttributeNames: { "#status": "status" },
            ExpressionAttributeValues: { ":pending": "pending" },
          },
        },
      ];
}

export function replaceRequest(before: PayoutRequest, after: PayoutRequest): Write[] {
  const write: Write = {
    Put: {
      TableName: TABLE(),
      Item: requestItem(after),
      ConditionExpression: "#status = :status AND isCalculated = :calculated",
      ExpressionAttributeNames: { "#status": "status" },
      ExpressionAttributeValues: { ":status": before.status, ":calculated": before.isCalculated },
    },
  };
  return before.status === after.status
    ? [write]
    : [write, countWrite(REQUESTS, after.id, { [before.status]: -1, [after.status]: 1 })];
}

export function createPayout(payout: Payout): Write[] {
  return [
    {
      Put: { TableName: TABLE(), Item: payoutItem(payout), ConditionExpression: "attribute_not_exists(pk)" },
    },
    countWrite(PAYOUTS, payout.id, { [payout.status]: 1 }),
  ];
}

export function replacePayout(before: Payout, after: Payout): Write[] {
  const write: Write = {
    Put: {
      TableName: TABLE(),
      Item: payoutItem(after),
      ConditionExpression: "version = :version",
      ExpressionAttributeValues: { ":version": before.version },
    },
  };
  return before.status === after.status
    ? [write]
    : [write, countWrite(PAYOUTS, after.id, { [before.status]: -1, [after.status]: 1 })];
}

export function rejectWrites(request: PayoutRequest | undefined, reason: string, now: Date): Write[] {
  if (request?.status !== "pending") return [];
  return replaceRequest(request, decideRequest(request, "rejected", reason, now));
}
