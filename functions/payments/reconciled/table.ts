import * as z from "zod/mini";
import { Instant } from "#shared/instant.ts";
import { getItem, putItem } from "../../platform/dynamo.ts";
import { env } from "../../platform/env.ts";

/** In Events: one row, `pk` "reconciliation": how far the comparison has come, also past midnight. */
const KEY = { pk: "reconciliation", sk: "effect" };

/** In this order. What takes money back comes first: the calculation of payouts follows within the hour. */
export const PARTS = ["events", "subscriptions", "sessions", "invoices", "transfers", "accounts"] as const;
export const Part = z.enum(PARTS);
export type Part = z.output<typeof Part>;

/** A piece of a list of Stripe's that is still to be compared, newest first. */
export const Lane = z.object({
  /** Created so, in seconds of Unix time. */
  gte: z.int(),
  lte: z.int(),
  /** The id after which the next page begins. */
  after: z.nullable(z.string()),
  /** Of events: which of their types. */
  types: z.optional(z.int()),
});
export type Lane = z.output<typeof Lane>;

export const Place = z.object({
  part: Part,
  /** What is left of it; null: all. */
  lanes: z._default(z.nullable(z.array(Lane)), null),
  finished: z.boolean(),
  /** When this comparison began; null in a row that was written before this was kept. */
  startedAt: z._default(z.nullable(Instant), null),
  /** Whether it could not compare something: the next one then looks as far back as this one. */
  failed: z._default(z.boolean(), false),
  /** When the last comparison began that compared everything: whatever happened at Stripe before it was found by it. */
  completeSince: z._default(z.nullable(Instant), null),
});
export type Place = z.output<typeof Place>;

/** @returns undefined also for a part that there was once: everything is compared anew */
export async function readPlace(): Promise<Place | undefined> {
  return Place.safeParse(await getItem({ TableName: env("TABLE_EVENTS"), Key: KEY })).data;
}

/** When the last comparison began that compared everything, which may be this one. */
export function lastComplete(place: Place | undefined): Instant | null {
  const isComplete = place?.finished === true && !place.failed;
  return (isComplete ? place.startedAt : place?.completeSince) ?? null;
}

/** Where an interrupted comparison resumes; a finished one starts over. */
export function goOnFrom(place: Place | undefined, now: Date): Place {
  if (place && !place.finished) return { ...place, startedAt: place.startedAt ?? now.toISOString() };
  return {
    part: PARTS[0],
    lanes: null,
    finished: false,
    startedAt: now.toISOString(),
    failed: false,
    completeSince: lastComplete(place),
  };
}

/** @param lanes what is left of the part */
export function advance(place: Place, lanes: Lane[]): Place {
  if (lanes.length > 0) return { ...place, lanes };
  const following = PARTS[PARTS.indexOf(place.part) + 1];
  return following ? { ...place, part: following, lanes: null } : { ...place, lanes: null, finished: true };
}

export async function writePlace(place: Place, now: Date): Promise<void> {
  await putItem({ TableName: env("TABLE_EVENTS"), Item: { ...KEY, ...place, at: now.toISOString() } });
}
