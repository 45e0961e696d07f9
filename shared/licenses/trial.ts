import * as z from "zod/mini";
import { DAY, Instant, MINUTE } from "../instant.ts";

export const MAX_TRIAL_DAYS = 90;
/** How long before its end a trial is announced to end. */
export const TRIAL_NOTICE = 3 * DAY;
/**
 * A lease from the last minutes of a trial is a free one of the usual length. An application waits a minute or more
 * before it refreshes, so a shorter lease would leave it without any.
 */
export const SHORTEST_TRIAL_LEASE = 5 * MINUTE;
/** How long after a trial its computer gets no second one. */
export const TRIAL_REMEMBERED = 365 * DAY;

/** The days of paid features that a free key came with. They begin when the key first comes to a computer. */
export const Trial = z.object({
  /** Names the trial where a computer is remembered, and says nothing about its owner. */
  id: z.string(),
  days: z.int(),
  endsAt: z.nullable(Instant),
  /** When its owner bought: the paid key takes over. */
  endedAt: z.optional(Instant),
});
export type Trial = z.output<typeof Trial>;

/**
 * waiting: begins with the first computer · running · refused: waits or runs, but the computer on the seat has had
 * another account's trial · over
 */
export const TRIAL_STATES = ["waiting", "running", "refused", "over"] as const;

/** A seat's trial, as its owner is shown it. */
export const SeatTrial = z.object({
  state: z.enum(TRIAL_STATES),
  days: z.int(),
  /** Null while it has not begun. */
  ends_at: z.nullable(Instant),
});
export type SeatTrial = z.output<typeof SeatTrial>;

/** For the person in front of a computer that has had another account's trial. */
export const TRIAL_REFUSED =
  "This computer has had a free trial before, so this license starts with the free features.";
