import * as z from "zod/mini";
import { DAY, Instant } from "../instant.ts";

/**
 * How long a unit is held for the person whose turn it is. A day gives everyone one morning and one evening, wherever
 * they live. Their pages at Stripe are as short as all others (`pageEnd`).
 */
export const TURN_LASTS = DAY;

/** So many people ahead are counted. Beyond it, the answer says that there are at least so many. */
export const MAX_COUNTED = 100;

/** This table has the allowed transitions of an entry; the writes' conditions and the tests read it. */
export const ENTRY_NEXT = {
  waiting: ["offered", "over"],
  offered: ["over"],
  /** The same person may join again, at the end of the line. */
  over: [],
} as const satisfies Record<string, readonly string[]>;

export const EntryState = z.enum(["waiting", "offered", "over"]);

/**
 * Why an entry is over. `passedOver`: the account was suspended, or had a lifetime license, when its turn came.
 * `listEnded`: the offer ended, or the operator closed the list.
 */
export const EntryEnd = z.enum(["bought", "left", "removed", "ranOut", "passedOver", "listEnded"]);
export type EntryEnd = z.output<typeof EntryEnd>;

/** One a person and account. */
export const WaitingEntry = z.object({
  id: z.string(),
  userId: z.string(),
  state: EntryState,
  joinedAt: Instant,
  /** Until when a unit is, or was, held for them; null while they wait. */
  offeredUntil: z.nullable(Instant),
  /** Null until it is over. */
  why: z.nullable(EntryEnd),
});
export type WaitingEntry = z.output<typeof WaitingEntry>;

/** What of an entry the operator reads, and its person in the export of their data. */
export const EntryView = z.object({
  state: EntryState,
  joinedAt: Instant,
  offeredUntil: z.nullable(Instant),
  why: z.nullable(EntryEnd),
});
export type EntryView = z.output<typeof EntryView>;
