import * as z from "zod/mini";
import { Instant } from "#shared/instant.ts";
import { allItems, deleteItem, getItem, type Write, WriteConflict } from "../platform/dynamo.ts";
import { env } from "../platform/env.ts";
import { newId } from "../platform/random.ts";

/**
 * In Events: one row per customer whose right an operator changed, `pk` "settlement#<user>", `sk` "effect". The change
 * writes the row, which stays in the index `byQueue` until the change is settled at Stripe.
 */
const TABLE = () => env("TABLE_EVENTS");
const key = (userId: string) => ({ pk: `settlement#${userId}`, sk: "effect" });
const OPEN = "open-settlements";

const Settlement = z.object({ userId: z.string(), id: z.string(), receivedAt: Instant });
export type Settlement = z.output<typeof Settlement>;

/** For the transaction that changes the right. Replaces an older row, because settling reads current rights. */
export const intendSettlement = (userId: string, now: Date): Write => ({
  Put: {
    TableName: TABLE(),
    Item: { ...key(userId), userId, id: newId(), receivedAt: now.toISOString(), queue: OPEN },
  },
});

export async function findSettlement(userId: string): Promise<Settlement | undefined> {
  const item = await getItem({ TableName: TABLE(), Key: key(userId) });
  return item && Settlement.parse(item);
}

/** Keeps the row if the right has changed since the settlement was read. */
export async function closeSettlement({ userId, id }: Settlement): Promise<void> {
  try {
    await deleteItem({
      TableName: TABLE(),
      Key: key(userId),
      ConditionExpression: "id = :id",
      ExpressionAttributeValues: { ":id": id },
    });
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
  }
}

/** All unsettled rows from before this instant, oldest first. Rows that keep failing must not delay others. */
export async function listOpenSettlements(before: Instant): Promise<Settlement[]> {
  const items = await allItems({
    TableName: TABLE(),
    IndexName: "byQueue",
    KeyConditionExpression: "queue = :open AND receivedAt < :before",
    ExpressionAttributeValues: { ":open": OPEN, ":before": before },
  });
  return items.map((item) => Settlement.parse(item));
}
