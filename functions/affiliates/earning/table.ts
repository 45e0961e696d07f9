import * as z from "zod/mini";
import type { PaidFact } from "#shared/payments/paymentFacts.ts";
import { getItem, type Item, putItem, queryItems, type Write, WriteConflict } from "../../platform/dynamo.ts";
import { env } from "../../platform/env.ts";

/**
 * Rows in Payouts: the affiliate who earns a payment's commission (`pk` "payment#<id>", `sk` "commission"), the
 * affiliate who earns a subscription's commissions (`pk` "user#<account>", `sk` "subscription#<start>"), and the
 * customer who paid with a card (`pk` "card#<hash>", `sk` "payment#<id>").
 */
const TABLE = () => env("TABLE_PAYOUTS");
const earnerKey = (paymentId: string) => ({ pk: `payment#${paymentId}`, sk: "commission" });
const subscriptionKey = ({ userId, startedAt }: PaidFact) => ({
  pk: `user#${userId}`,
  sk: `subscription#${startedAt}`,
});

/** Stored with a payment's commission. Later attributions of the customer do not change the earner. */
export const KeptEarner = z.object({ affiliateId: z.string(), rateBasisPoints: z.int() });
export type KeptEarner = z.output<typeof KeptEarner>;

export const findEarner = (paymentId: string) => readEarner(earnerKey(paymentId));

export async function findSubscriptionEarner(paid: PaidFact): Promise<KeptEarner | undefined> {
  return paid.product === "subscription" ? readEarner(subscriptionKey(paid)) : undefined;
}

async function readEarner(Key: Item): Promise<KeptEarner | undefined> {
  const item = await getItem({ TableName: TABLE(), Key });
  return item && KeptEarner.parse(item);
}

/** For a transaction: a payment and a subscription have one earner each, and the first write wins. */
export function keepEarner(paid: PaidFact, { affiliateId, rateBasisPoints }: KeptEarner): Write[] {
  const ofPayment: Write = {
    Put: {
      TableName: TABLE(),
      Item: { ...earnerKey(paid.paymentId), affiliateId, rateBasisPoints },
      ConditionExpression: "attribute_not_exists(pk)",
    },
  };
  if (paid.product !== "subscription") return [ofPayment];
  const ofSubscription: Write = {
    Put: {
      TableName: TABLE(),
      Item: { ...subscriptionKey(paid), affiliateId, rateBasisPoints },
      ConditionExpression: "attribute_not_exists(pk) OR affiliateId = :affiliate",
      ExpressionAttributeValues: { ":affiliate": affiliateId },
    },
  };
  return [ofPayment, ofSubscription];
}

const CardUse = z.object({ userId: z.string(), paymentId: z.string() });
export type CardUse = z.output<typeof CardUse>;

/**
 * Stores a payment's card before it reads the card's payments, so that at least one of two concurrent payments with the
 * same card sees the other. Idempotent.
 * @returns the card's payments, including this one; none without a card
 */
export async function noteCard({ cardHash, userId, paymentId }: PaidFact): Promise<CardUse[]> {
  if (cardHash === null) return [];
  try {
    await putItem({
      TableName: TABLE(),
      Item: { pk: `card#${cardHash}`, sk: `payment#${paymentId}`, userId, paymentId },
      ConditionExpression: "attribute_not_exists(pk)",
    });
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
  }
  return usesOfCard(cardHash);
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
