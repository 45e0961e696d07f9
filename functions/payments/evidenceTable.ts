import { DAY, SECOND } from "#shared/instant.ts";
import { Purchase } from "#shared/payments/purchase.ts";
import { deleteItem, putItem, queryItems } from "../platform/dynamo.ts";
import { env } from "../platform/env.ts";

/**
 * In Events: one row per checkout, `pk` "purchases#<user>", `sk` "checkout#<session>". Kept for the longest time in
 * which card networks allow a dispute.
 */
const TABLE = () => env("TABLE_EVENTS");
const KEEP_FOR = 540 * DAY;
const partition = (userId: string) => `purchases#${userId}`;
const key = (userId: string, sessionId: string) => ({ pk: partition(userId), sk: `checkout#${sessionId}` });

/** A repeat for the same checkout replaces the row, so `at` is when the customer last went to pay. */
export async function keepPurchase(userId: string, purchase: Purchase): Promise<void> {
  const expiresAtEpoch = Math.floor((Date.parse(purchase.at) + KEEP_FOR) / SECOND);
  await putItem({
    TableName: TABLE(),
    Item: { ...key(userId, purchase.sessionId), ...purchase, expiresAtEpoch },
  });
}

export async function listPurchases(userId: string): Promise<Purchase[]> {
  const { items } = await queryItems({
    TableName: TABLE(),
    KeyConditionExpression: "pk = :pk",
    ExpressionAttributeValues: { ":pk": partition(userId) },
  });
  return items.map((item) => Purchase.parse(item)).sort((a, b) => b.at.localeCompare(a.at));
}

export async function forgetPurchases(userId: string): Promise<void> {
  for (const { sessionId } of await listPurchases(userId))
    await deleteItem({ TableName: TABLE(), Key: key(userId, sessionId) });
}
