import * as z from "zod/mini";
import { Instant, MINUTE } from "../instant.ts";

/**
 * A unit of the limited offer that is held for one customer while they pay. This table has the allowed
 * transitions; the writes' conditions and the tests read it.
 */
export const RESERVATION_NEXT = {
  held: ["consumed", "released"],
  /** A payment that arrives late takes a unit after all, where one is left. */
  released: ["consumed"],
  consumed: [],
} as const satisfies Record<string, readonly string[]>;

export const ReservationState = z.enum(["held", "released", "consumed"]);
export type ReservationState = z.output<typeof ReservationState>;

export const Reservation = z.object({
  id: z.string(),
  userId: z.string(),
  state: ReservationState,
  /** The checkout session ends then. Stripe's least is 30 minutes after it has the request. */
  heldUntil: Instant,
  sessionId: z.nullable(z.string()),
  createdAt: Instant,
  /** What the unit costs in cents, however the price changes while it is held. Rows from before 2026-11-28 have none. */
  price: z.optional(z.number()),
  /** When it was released; null where its time ran out. */
  endedAt: z.optional(z.nullable(Instant)),
  /** For how long its person held units just before and paid none, in milliseconds. */
  unpaid: z.optional(z.number()),
  /** For a person of the waiting list: until then they may start to pay, however often. */
  offeredUntil: z.optional(Instant),
});
export type Reservation = z.output<typeof Reservation>;

/** The id of a unit that is held for a person of the waiting list begins with it, so that every write of it knows. */
export const OF_LINE = "line-";
export const isOfLine = (reservationId: string): boolean => reservationId.startsWith(OF_LINE);

/** Whether the customer may still start to pay for the unit that the waiting list holds for them. */
export const isTheirTurn = ({ offeredUntil }: Reservation, now: Date): boolean =>
  offeredUntil !== undefined && Date.parse(offeredUntil) > now.getTime();

/** Stripe refuses a checkout session that ends sooner. */
export const SHORTEST_SESSION = 30 * MINUTE;
export const HOLD_FOR = SHORTEST_SESSION + MINUTE;

/**
 * When a page for the unit ends. Every page is as short, also where the unit stays held for a day: what it takes off, or
 * what its buyer owns, may change in a day.
 */
export function pageEnd({ heldUntil }: Pick<Reservation, "heldUntil">, now: Date): Instant {
  const end = new Date(now.getTime() + HOLD_FOR).toISOString();
  return end < heldUntil ? end : heldUntil;
}
