import * as z from "zod/mini";
import { DAY, Instant, SECOND } from "#shared/instant.ts";
import { Payment } from "#shared/payments/payment.ts";
import { RefundEffect } from "#shared/refunds/refunds.ts";
import { allItems, deleteItem, getItem, getItems, type Write } from "../platform/dynamo.ts";
import { env } from "../platform/env.ts";

/**
 * In Events: one row per requested refund, `pk` "refundIntent#<request>", `sk` "effect". The row is written before
 * Stripe is asked and stays in the index `byQueue` until the result is known. A row per name counts a person's
 * self-service refunds: `pk` "refundAsks#<user>", or "refundAsks#<hash>" of a name in functions/persons/table.ts.
 */
const TABLE = () => env("TABLE_EVENTS");
const key = (requestId: string) => ({ pk: `refundIntent#${requestId}`, sk: "effect" });
const asksKey = (name: string) => ({ pk: `refundAsks#${name}`, sk: "effect" });
const OPEN = "open-refunds";
/** After this time without another refund, the count of self-service refunds starts again. */
const COUNTS_FOR = 2 * 365 * DAY;

export const RefundIntent = z.object({
  requestId: z.string(),
  operator: z.string(),
  userId: z.nullable(z.string()),
  paymentIntentId: z.string(),
  /** Null: everything that is left. */
  amountCents: z.nullable(z.int()),
  effect: RefundEffect,
  note: z.string(),
  /** The call, as in the audit log. */
  action: z._default(
    z.enum(["refunds/refundPayment", "refunds/requestRefund", "refunds/answerWithdrawal"]),
    "refunds/refundPayment",
  ),
  /** Whether this refund counts against the customer's limit. Only the first refund of a request does. */
  counts: z._default(z.boolean(), false),
  /** The names under which the refund counts. Older rows have no names and count under the customer's id. */
  names: z.optional(z.array(z.string())),
  before: Payment,
  receivedAt: Instant,
  refund: z.nullable(z.object({ id: z.string(), amountCents: z.int(), status: z.string() })),
});
export type RefundIntent = z.output<typeof RefundIntent>;

export function openIntent(intent: RefundIntent): Write {
  return {
    Put: {
      TableName: TABLE(),
      Item: { ...key(intent.requestId), ...intent, queue: OPEN },
      ConditionExpression: "attribute_not_exists(pk)",
    },
  };
}

/** For a transaction: stores Stripe's result; fails if it is stored already. */
export function closeIntent(intent: RefundIntent): Write {
  return {
    Put: {
      TableName: TABLE(),
      Item: { ...key(intent.requestId), ...intent },
      ConditionExpression: "queue = :open",
      ExpressionAttributeValues: { ":open": OPEN },
    },
  };
}

export async function findIntent(requestId: string): Promise<RefundIntent | undefined> {
  const item = await getItem({ TableName: TABLE(), Key: key(requestId) });
  return item && RefundIntent.parse(item);
}

/**
 * Intents from before this instant that have no result, oldest first. Reads them all, so that failing intents do not
 * delay others.
 */
export async function listOpenIntents(before: Instant): Promise<RefundIntent[]> {
  const items = await allItems({
    TableName: TABLE(),
    IndexName: "byQueue",
    KeyConditionExpression: "queue = :open AND receivedAt < :before",
    ExpressionAttributeValues: { ":open": OPEN, ":before": before },
  });
  return items.map((item) => RefundIntent.parse(item));
}

/**
 * How many self-service refunds a person has had: the maximum over their names. Refused refunds do not count.
 * @param names the account's id and those of functions/persons/table.ts; up to 100
 */
export async function countAsks(names: readonly string[]): Promise<number> {
  const { [TABLE()]: found = [] } = await getItems({ [TABLE()]: names.map(asksKey) });
  return Math.max(0, ...found.map((item) => Asks.parse(item).asked));
}
const Asks = z.object({ asked: z.number() });

export function countAsk(names: readonly string[], max: number, now: Date): Write[] {
  return names.map((name) => ({
    Update: {
      TableName: TABLE(),
      Key: asksKey(name),
      UpdateExpression: "ADD asked :one SET expiresAtEpoch = :until",
      ConditionExpression: "attribute_not_exists(asked) OR asked < :max",
      ExpressionAttributeValues: {
        ":one": 1,
        ":max": max,
        ":until": Math.floor((now.getTime() + COUNTS_FOR) / SECOND),
      },
    },
  }));
}

export function uncountAsk(names: readonly string[]): Write[] {
  return names.map((name) => ({
    Update: {
      TableName: TABLE(),
      Key: asksKey(name),
      UpdateExpression: "ADD asked :less",
      ExpressionAttributeValues: { ":less": -1 },
    },
  }));
}

/** Removes a deleted account's count. The person's other names stay, because they identify no account. */
export const forgetAsks = (userId: string): Promise<void> =>
  deleteItem({ TableName: TABLE(), Key: asksKey(userId) });
