import * as z from "zod/mini";
import { DAY, Instant, SECOND } from "#shared/instant.ts";
import { Payment } from "#shared/payments/payment.ts";
import { RefundEffect } from "#shared/refunds/refunds.ts";
import { deleteItem, getItem, getItems, queryItems, type Write } from "../platform/dynamo.ts";
import { env } from "../platform/env.ts";

/**
 * In Events: one row a refund that an operator or a customer asked for, `pk` "refundIntent#<request>", `sk` "effect".
 * Written before Stripe is asked. While its result is unknown it is in the index `byQueue`. Beside them one row a
 * name of a person who refunded themselves, `pk` "refundAsks#<user>" and "refundAsks#<hash>": how often, within two years.
 */
const TABLE = () => env("TABLE_EVENTS");
const key = (requestId: string) => ({ pk: `refundIntent#${requestId}`, sk: "effect" });
const asksKey = (name: string) => ({ pk: `refundAsks#${name}`, sk: "effect" });
const OPEN = "open-refunds";
/** A person who bought again years later gets the guarantee as before. */
const COUNTS_FOR = 2 * 365 * DAY;

export const RefundIntent = z.object({
  requestId: z.string(),
  operator: z.string(),
  userId: z.nullable(z.string()),
  paymentIntentId: z.string(),
  /** Null: all that is left. */
  amountCents: z.nullable(z.int()),
  effect: RefundEffect,
  note: z.string(),
  /** Who asked, as the audit log calls it. */
  action: z._default(
    z.enum(["refunds/refundPayment", "refunds/requestRefund", "refunds/answerWithdrawal"]),
    "refunds/refundPayment",
  ),
  /** Whether it counts against the customer's limit: the first refund of what they asked for. */
  counts: z._default(z.boolean(), false),
  /** Under which names; missing on rows from before they were counted: the customer's id. */
  names: z.optional(z.array(z.string())),
  /** The payment as it was when the operator asked. */
  before: Payment,
  receivedAt: Instant,
  /** Stripe's answer; null while it is unknown. */
  refund: z.nullable(z.object({ id: z.string(), amountCents: z.int(), status: z.string() })),
});
export type RefundIntent = z.output<typeof RefundIntent>;

/** For a transaction: nobody has used this request's id. */
export function openIntent(intent: RefundIntent): Write {
  return {
    Put: {
      TableName: TABLE(),
      Item: { ...key(intent.requestId), ...intent, queue: OPEN },
      ConditionExpression: "attribute_not_exists(pk)",
    },
  };
}

/** For a transaction: Stripe has answered. Only one of those who know it writes it down. */
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

/** Refunds that were asked for before then and whose result is unknown, oldest first; a handful. */
export async function listOpenIntents(before: Instant): Promise<RefundIntent[]> {
  const { items } = await queryItems({
    TableName: TABLE(),
    IndexName: "byQueue",
    KeyConditionExpression: "queue = :open AND receivedAt < :before",
    ExpressionAttributeValues: { ":open": OPEN, ":before": before },
    Limit: 25,
  });
  return items.map((item) => RefundIntent.parse(item));
}

/**
 * How often a person has used the guarantee, the most under any of these names; what Stripe refused does not count.
 * @param names the account's id, and those of functions/persons/table.ts; 100 at most
 */
export async function countAsks(names: readonly string[]): Promise<number> {
  const { [TABLE()]: found = [] } = await getItems({ [TABLE()]: names.map(asksKey) });
  return Math.max(0, ...found.map((item) => Asks.parse(item).asked));
}
const Asks = z.object({ asked: z.number() });

/** For a transaction: one more under each name, as long as there are fewer than so many. */
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

/** For a transaction: Stripe refused it. */
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

/** Of an account that is deleted. The person's other names stay, and name no account. */
export const forgetAsks = (userId: string): Promise<void> =>
  deleteItem({ TableName: TABLE(), Key: asksKey(userId) });
