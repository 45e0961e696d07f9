import * as z from "zod/mini";
import { Instant, MINUTE } from "../instant.ts";

/** The allowed transitions of a unit held for a customer. Conditions of our writes and tests read this table. */
export const RESERVATION_NEXT = {
  held: ["consumed", "released"],
  /** A late payment takes a unit after all, if one is left. */
  released: ["consumed"],
  consumed: [],
} as const satisfies Record<string, readonly string[]>;

export const ReservationState = z.enum(["held", "released", "consumed"]);
export type ReservationState = z.output<typeof ReservationState>;

export const Reservation = z.object({
  id: z.string(),
  userId: z.string(),
  state: ReservationState,
  /** When the hold ends. Without a turn on the waiting list, the checkout session ends then too. */
  heldUntil: Instant,
  sessionId: z.nullable(z.string()),
  createdAt: Instant,
  /** The unit's price in cents, fixed while it is held. Absent on rows from before 2026-11-28. */
  price: z.optional(z.number()),
  /** When it was released; null if it expired. */
  endedAt: z.optional(z.nullable(Instant)),
  /** How long this person held units without paying, right before this hold. Milliseconds. */
  unpaid: z.optional(z.number()),
  /** Until then, a person on the waiting list may start to pay as often as they like. Absent for other customers. */
  offeredUntil: z.optional(Instant),
});
export type Reservation = z.output<typeof Reservation>;

/** Prefix of the id of a unit that is held for the waiting list, so that every write recognizes it. */
export const OF_LINE = "line-";
export const isOfLine = (reservationId: string): boolean => reservationId.startsWith(OF_LINE);

/** Whether the customer may still start to pay for the unit that the waiting list holds for them. */
export const isTheirTurn = ({ offeredUntil }: Reservation, now: Date): boolean =>
  offeredUntil !== undefined && Date.parse(offeredUntil) > now.getTime();

/** Stripe refuses a shorter checkout session. */
export const SHORTEST_SESSION = 30 * MINUTE;
export const HOLD_FOR = SHORTEST_SESSION + MINUTE;

/**
 * When a checkout for the unit ends. Checkouts stay short even if the unit is held for a day, because the discount or
 * the buyer's licenses may change in that time.
 */
export function pageEnd({ heldUntil }: Pick<Reservation, "heldUntil">, now: Date): Instant {
  const end = new Date(now.getTime() + HOLD_FOR).toISOString();
  return end < heldUntil ? end : heldUntil;
}
