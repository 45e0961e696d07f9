import * as z from "zod/mini";
import type { PaidFact } from "#shared/payments/paymentFacts.ts";
import { getItem, type Item, putItem, queryItems, type Write, WriteConflict } from "../../platform/dynamo.ts";
import { env } from "../../platform/env.ts";

/**
 * In Payouts: whose the commission of a payment is (`pk` "payment#<id>", `sk` "commission"), whose those of a
 * subscription are (`pk` "user#<account>", `sk` "subscription#<its beginning>"), and who has paid with which card
 * (`pk` "card#<hash>", `sk` "payment#<id>").
 */
const TABLE = () => env("TABLE_PAYOUTS");
const earnerKey = (paymentId: string) => ({ pk: `payment#${paymentId}`, sk: "commission" });
const subscriptionKey = ({ userId, startedAt }: Subscribed) => ({
  pk: `user#${userId}`,
  sk: `subscription#${startedAt}`,
});
type Subscribed = Pick<PaidFact, "userId" | "startedAt">;

/** Decided when the payment was first seen: a later attribution of the same customer changes nothing of it. */
export const KeptEarner = z.object({ affiliateId: z.string(), rateBasisPoints: z.int() });
export type KeptEarner = z.output<typeof KeptEarner>;

export const findEarner = (paymentId: string) => readEarner(earnerKey(paymentId));

/** The affiliate of a subscription earns its later invoices too, even if another affiliate is named in the meantime. */
export const findSubscriptionEarner = (paid: Subscribed) => readEarner(subscriptionKey(paid));

async function readEarner(Key: Item): Promise<KeptEarner | undefined> {
  const item = await getItem({ TableName: TABLE(), Key });
  return item && KeptEarner.parse(item);
}

/** For a transaction: one commission per payment, whichever handler comes first. */
export function keepEarner(paymentId: string, { affiliateId, rateBasisPoints }: KeptEarner): Write {
  return {
    Put: {
      TableName: TABLE(),
      Item: { ...earnerKey(paymentId), affiliateId, rateBasisPoints },
      ConditionExpression: "attribute_not_exists(pk)",
    },
  };
}

/** For a transaction: where it belongs to no affiliate yet, or to this one. */
export function keepSubscriptionEarner(
  paid: Subscribed,
  { affiliateId, rateBasisPoints }: KeptEarner,
): Write {
  return {
    Put: {
      TableName: TABLE(),
      Item: { ...subscriptionKey(paid), affiliateId, rateBasisPoints },
      ConditionExpression: "attribute_not_exists(pk) OR affiliateId = :affiliate",
      ExpressionAttributeValues: { ":affiliate": affiliateId },
    },
  };
}

const CardUse = z.object({ userId: z.string(), paymentId: z.string() });
export type CardUse = z.output<typeof CardUse>;

/** @returns whether that is news */
export async function noteCard(cardHash: string, { userId, paymentId }: CardUse): Promise<boolean> {
  try {
    await putItem({
      TableName: TABLE(),
      Item: { pk: `card#${cardHash}`, sk: `payment#${paymentId}`, userId, paymentId },
      ConditionExpression: "attribute_not_exists(pk)",
    });
    return true;
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
    return false;
  }
}

export async function usesOfCard(cardHash: string): Promise<CardUse[]> {
  const { items } = await queryItems({
    TableName: TABLE(),
    KeyConditionExpression: "pk = :pk",
    ExpressionAttributeValues: { ":pk": `card#${cardHash}` },
    ConsistentRead: true,
  });
  return items.map((item) => CardUse.parse(item));
}
