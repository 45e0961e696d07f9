import * as z from "zod/mini";
import { RefundEffect } from "#shared/billing/operator.ts";
import { Payment } from "#shared/billing/payment.ts";
import { Instant } from "#shared/instant.ts";
import { getItem, queryItems, type Write } from "../../platform/dynamo.ts";
import { env } from "../../platform/env.ts";

/**
 * In Events: one row a refund that an operator asked for, `pk` "refundIntent#<request>", `sk` "effect". Written before
 * Stripe is asked. While its result is unknown it stands in the index `byQueue`.
 */
const TABLE = () => env("TABLE_EVENTS");
const key = (requestId: string) => ({ pk: `refundIntent#${requestId}`, sk: "effect" });
const OPEN = "open-refunds";

export const RefundIntent = z.object({
  requestId: z.string(),
  operator: z.string(),
  userId: z.nullable(z.string()),
  paymentIntentId: z.string(),
  /** Null: all that is left. */
  amountCents: z.nullable(z.int()),
  effect: RefundEffect,
  note: z.string(),
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
