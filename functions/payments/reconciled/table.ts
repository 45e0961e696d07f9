import * as z from "zod/mini";
import { Instant } from "#shared/instant.ts";
import { getItem, putItem } from "../../platform/dynamo.ts";
import { env } from "../../platform/env.ts";

/** One row in Events (`pk` "reconciliation"): the progress of the comparison, which may run past midnight. */
const KEY = { pk: "reconciliation", sk: "effect" };

/** Compared in this order. Events include refunds and disputes, which must be known before payouts are calculated. */
export const PARTS = [
  "events",
  "subscriptions",
  "sessions",
  "invoices",
  "transfers",
  "accounts",
  "fees",
] as const;
export const Part = z.enum(PARTS);
export type Part = z.output<typeof Part>;

/** A part of a list at Stripe that is still to be compared, newest first. */
export const Lane = z.object({
  gte: z.int(),
  lte: z.int(),
  after: z.nullable(z.string()),
  /** For events: the index of a group of types. */
  types: z.optional(z.int()),
});
export type Lane = z.output<typeof Lane>;

export const Place = z.object({
  part: Part,
  /** The remaining lanes; null: all. */
  lanes: z._default(z.nullable(z.array(Lane)), null),
  finished: z.boolean(),
  /** When this comparison began; null in older rows. */
  startedAt: z._default(z.nullable(Instant), null),
  /** Whether something could not be compared. If so, the next comparison covers the same time again. */
  failed: z._default(z.boolean(), false),
  completeSince: z._default(z.nullable(Instant), null),
  /** Whether an earlier complete comparison has read the fees of all payments. */
  hasFees: z._default(z.boolean(), false),
});
export type Place = z.output<typeof Place>;

/** @returns undefined if there is no row, or if its part no longer exists; the comparison then starts over */
export async function readPlace(): Promise<Place | undefined> {
  return Place.safeParse(await getItem({ TableName: env("TABLE_EVENTS"), Key: KEY })).data;
}

/** When the last complete comparison began. It may be the comparison at `place`. */
export function lastComplete(place: Place | undefined): Instant | null {
  const isComplete = place?.finished === true && !place.failed;
  return (isComplete ? place.startedAt : place?.completeSince) ?? null;
}

export function resumeFrom(place: Place | undefined, now: Date): Place {
  if (place && !place.finished) return { ...place, startedAt: place.startedAt ?? now.toISOString() };
  return {
    part: PARTS[0],
    lanes: null,
    finished: false,
    startedAt: now.toISOString(),
    failed: false,
    completeSince: lastComplete(place),
    hasFees: place?.hasFees === true || (place?.part === "fees" && !place.failed),
  };
}

export function advance(place: Place, lanes: Lane[]): Place {
  if (lanes.length > 0) return { ...place, lanes };
  const following = PARTS[PARTS.indexOf(place.part) + 1];
  return following ? { ...place, part: following, lanes: null } : { ...place, lanes: null, finished: true };
}

export async function writePlace(place: Place, now: Date): Promise<void> {
  await putItem({ TableName: env("TABLE_EVENTS"), Item: { ...KEY, ...place, at: now.toISOString() } });
}
