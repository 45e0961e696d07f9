import * as z from "zod/mini";
import { DAY, Instant } from "../instant.ts";

/**
 * How long a unit is held for the person whose turn it is. A day includes one morning and one evening in every time
 * zone. Their checkouts are as short as all others (`pageEnd`).
 */
export const TURN_LASTS = DAY;

/** Counts at most this many people ahead. Above it, the answer says "at least". */
export const MAX_COUNTED = 100;

/** The allowed transitions of an entry. The conditions of our writes and the tests read this table. */
export const ENTRY_NEXT = {
  waiting: ["offered", "over"],
  offered: ["over"],
  /** The same person may join again, at the end of the line. */
  over: [],
} as const satisfies Record<string, readonly string[]>;

export const EntryState = z.enum(["waiting", "offered", "over"]);

/**
 * Why an entry is over. `passedOver`: when its turn came, the account was deleted or suspended, had a lifetime license,
 * or had no confirmed address. `listEnded`: the offer ended, or the operator closed the list.
 */
export const EntryEnd = z.enum(["bought", "left", "removed", "ranOut", "passedOver", "listEnded"]);
export type EntryEnd = z.output<typeof EntryEnd>;

/** At most one per account. Only one account of a person may wait. */
export const WaitingEntry = z.object({
  id: z.string(),
  userId: z.string(),
  state: EntryState,
  joinedAt: Instant,
  /** Until when a unit is, or was, held for them; null while they wait. */
  offeredUntil: z.nullable(Instant),
  why: z.nullable(EntryEnd),
});
export type WaitingEntry = z.output<typeof WaitingEntry>;

/** An entry, as operators and the data export show it. */
export const EntryView = z.object({
  state: EntryState,
  joinedAt: Instant,
  offeredUntil: z.nullable(Instant),
  why: z.nullable(EntryEnd),
});
export type EntryView = z.output<typeof EntryView>;
