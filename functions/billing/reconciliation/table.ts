import * as z from "zod/mini";
import { getItem, putItem } from "../../platform/dynamo.ts";
import { env } from "../../platform/env.ts";

/** In Events: one row, `pk` "reconciliation": how far the comparison has come, over midnight too. */
const KEY = { pk: "reconciliation", sk: "effect" };

export const Place = z.object({
  part: z.enum(["subscriptions", "sessions", "invoices"]),
  /** The id after which the next page begins. */
  after: z.nullable(z.string()),
  finished: z.boolean(),
});
export type Place = z.output<typeof Place>;

const BEGINNING: Place = { part: "subscriptions", after: null, finished: false };

/** Where a run that was ended stopped; one that is finished begins again. */
export async function readPlace(): Promise<Place> {
  const item = await getItem({ TableName: env("TABLE_EVENTS"), Key: KEY });
  const place = item ? Place.parse(item) : BEGINNING;
  return place.finished ? BEGINNING : place;
}

export async function writePlace(place: Place, now: Date): Promise<void> {
  await putItem({ TableName: env("TABLE_EVENTS"), Item: { ...KEY, ...place, at: now.toISOString() } });
}
