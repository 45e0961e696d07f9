import { MINUTE } from "#shared/instant.ts";
import { LifetimeOffer } from "#shared/promotions/offer.ts";
import { getItem, type Item, updateItem, type Write } from "../platform/dynamo.ts";
import { env } from "../platform/env.ts";

/**
 * Promotions: one row for the limited offer, `pk` "promotion", `sk` "lifetime". reservationTable.ts stores its units,
 * and waiting/table.ts the waiting list.
 */
export const TABLE = () => env("TABLE_PROMOTIONS");
const OFFER = { pk: "promotion", sk: "lifetime" };

const NO_OFFER: LifetimeOffer = {
  enabled: false,
  heroText: "",
  subtitle: "",
  endAt: null,
  total: 0,
  sold: 0,
  reserved: 0,
  left: 0,
  version: 0,
  waitingList: false,
  waiting: 0,
  offered: 0,
};

export async function readLifetimeOffer(): Promise<LifetimeOffer> {
  const item = await getItem({ TableName: TABLE(), Key: OFFER });
  return item ? LifetimeOffer.parse(item) : NO_OFFER;
}

/** For a transaction: fails if a sale, a reservation or another save came first. */
export function replaceOffer(before: LifetimeOffer, after: LifetimeOffer): Write {
  return {
    Put: {
      TableName: TABLE(),
      Item: { ...OFFER, ...after },
      ConditionExpression: before.version === 0 ? "attribute_not_exists(pk)" : "version = :version",
      ...(before.version === 0 ? {} : { ExpressionAttributeValues: { ":version": before.version } }),
    },
  };
}

const WANTED_ANEW = MINUTE;

export async function noteWanted(
  { reserved, left, waiting, wantedAt }: LifetimeOffer,
  now: Date,
): Promise<void> {
  if (reserved === 0 || left > waiting) return;
  if (wantedAt !== undefined && now.getTime() - Date.parse(wantedAt) < WANTED_ANEW) return;
  await updateItem({
    TableName: TABLE(),
    Key: OFFER,
    UpdateExpression: "SET wantedAt = :now",
    ExpressionAttributeValues: { ":now": now.toISOString() },
  });
}

export type Guard = { condition: string; values: Record<string, unknown> };

export const running = (now: Date): Guard => ({
  condition: "enabled = :on AND (endAt = :never OR endAt > :now)",
  values: { ":on": true, ":never": null, ":now": now.toISOString() },
});

export function changeOffer(change: string, guard?: Guard): Write {
  const names = /#left/.test(change + (guard?.condition ?? "")) ? { "#left": "left" } : undefined;
  return {
    Update: {
      TableName: TABLE(),
      Key: OFFER,
      UpdateExpression: `SET ${change}, version = version + :one`,
      ConditionExpression: guard ? guard.condition : "attribute_exists(pk)",
      ...(names ? { ExpressionAttributeNames: names } : {}),
      ExpressionAttributeValues: { ":one": 1, ...guard?.values },
    },
  };
}

export const updateIn = (
  Key: Item,
  UpdateExpression: string,
  ConditionExpression: string,
  ExpressionAttributeValues: Item,
) => ({
  Update: {
    TableName: TABLE(),
    Key,
    UpdateExpression,
    ConditionExpression,
    ExpressionAttributeNames: { "#state": "state" },
    ExpressionAttributeValues,
  },
});
