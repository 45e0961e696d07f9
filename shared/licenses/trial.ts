import * as z from "zod/mini";
import { DAY, Instant, MINUTE } from "../instant.ts";

export const MAX_TRIAL_DAYS = 90;
/** A reminder goes out this long before a trial ends, but not for a trial of less than four days. */
export const TRIAL_NOTICE = 3 * DAY;
/**
 * If less than this is left of a trial, the computer gets a lease of the free tier with the usual length. The
 * application waits at least a minute before it refreshes, so a lease for the rest of the trial could end first.
 */
export const SHORTEST_TRIAL_LEASE = 5 * MINUTE;
/** For this long after a trial, its computer gets no second trial. */
export const TRIAL_REMEMBERED = 365 * DAY;

/** A free key's days with paid features. They begin when a computer first takes the seat. */
export const Trial = z.object({
  /** Identifies the trial in the records of computers that had one, without revealing its owner. */
  id: z.string(),
  days: z.int(),
  endsAt: z.nullable(Instant),
  /** When the trial was ended early: its owner bought a license, whose key replaces it. */
  endedAt: z.optional(Instant),
});
export type Trial = z.output<typeof Trial>;

/**
 * waiting: begins with the first computer · running · refused: waits or runs, but the current computer has had another
 * account's trial · over
 */
export const TRIAL_STATES = ["waiting", "running", "refused", "over"] as const;

/** A trial, as its owner sees it. */
export const SeatTrial = z.object({
  state: z.enum(TRIAL_STATES),
  days: z.int(),
  ends_at: z.nullable(Instant),
});
export type SeatTrial = z.output<typeof SeatTrial>;

/** For the person at a computer that has had another account's trial. */
export const TRIAL_REFUSED =
  "This computer has had a free trial before, so this license starts with the free features.";
