import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { Instant } from "../instant.ts";
import { EntryEnd, EntryState } from "./waitingList.ts";

/** A customer's place on the limited offer's waiting list, or the unit that is held for them. */
export const OwnPlace = z.object({
  state: z._default(z.nullable(EntryState), null),
  /** How many people are ahead, counted up to 100; null unless they wait. */
  ahead: z.nullable(z.int()),
  /** Whether the count stopped at its limit: then more people may be ahead. */
  ahead_at_least: z.boolean(),
  /** Until when the waiting list holds a unit for them. */
  offered_until: z.nullable(Instant),
  /** Until when a checkout outside the waiting list holds a unit for them; absent if none does. */
  held_until: z.optional(Instant),
  /** The held unit's price; absent if it is the offer's current price. */
  price_cents: z.optional(z.int()),
  why: z.nullable(EntryEnd),
  /** The server's time, for countdowns. The browser's clock may be wrong. */
  now: Instant,
});
export type OwnPlace = z.output<typeof OwnPlace>;

/** Returns the caller's place on the waiting list, and until when a unit is held for them. */
export const getWaiting = endpoint({
  method: "GET",
  path: "/api/waiting-list",
  audience: "customer",
  input: z.object({}),
  output: OwnPlace,
});

/**
 * Joins the end of the sold-out offer's waiting list. Joining twice keeps the first place. CONFLICT while a unit can be
 * bought, while the caller is paying for a unit, and if another account of the same person holds a unit or waits.
 * UNPROVEN if the caller's address is not proven: prove it as for `checkout/startCheckout`.
 */
export const joinWaiting = endpoint({
  method: "POST",
  path: "/api/waiting-list/join",
  audience: "customer",
  errors: ["ALREADY_OWNED", "CONFLICT", "OFFER_UNAVAILABLE", "UNPROVEN"],
  input: z.object({}),
  output: OwnPlace,
});

/** Gives up the place in line, or the held unit and its open checkout. CONFLICT once the unit is paid. */
export const leaveWaiting = endpoint({
  method: "POST",
  path: "/api/waiting-list/leave",
  audience: "customer",
  errors: ["CONFLICT"],
  input: z.object({}),
  output: OwnPlace,
});
