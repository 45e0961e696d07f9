import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { Instant } from "../instant.ts";
import { EntryEnd, EntryState } from "./waitingList.ts";

/** What the limited offer holds for a customer: a place on its waiting list, or a unit. */
export const OwnPlace = z.object({
  state: z._default(z.nullable(EntryState), null),
  /** How many wait ahead of them, up to 100; null unless they wait. */
  ahead: z.nullable(z.int()),
  /** Whether more may be ahead than were counted. */
  ahead_at_least: z.boolean(),
  /** A unit is held for them until then. */
  offered_until: z.nullable(Instant),
  /** A unit is held until then while they pay for it, without the list; left out where none is. */
  held_until: z.optional(Instant),
  /** What the held unit costs them; left out where it costs what the offer does. */
  price_cents: z.optional(z.int()),
  /** How their last entry ended. */
  why: z.nullable(EntryEnd),
  /** The server's time: a countdown goes by it, not by the browser's clock. */
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
 * Joins the waiting list of the sold-out offer, at its end. Joining twice keeps the first place. CONFLICT while a unit
 * can be bought, and while the caller pays for one, or holds one or waits with another account. UNPROVEN as for a
 * checkout that holds a unit.
 */
export const joinWaiting = endpoint({
  method: "POST",
  path: "/api/waiting-list/join",
  audience: "customer",
  errors: ["ALREADY_OWNED", "CONFLICT", "OFFER_UNAVAILABLE", "UNPROVEN"],
  input: z.object({}),
  output: OwnPlace,
});

/** Gives up the place, or the unit that is held; its checkout page closes. CONFLICT once it is paid. */
export const leaveWaiting = endpoint({
  method: "POST",
  path: "/api/waiting-list/leave",
  audience: "customer",
  errors: ["CONFLICT"],
  input: z.object({}),
  output: OwnPlace,
});
