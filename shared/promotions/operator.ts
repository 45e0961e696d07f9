import * as z from "zod/mini";
import { endpoint, FRESH_FOR_SETTINGS } from "../endpoint.ts";
import { Instant } from "../instant.ts";
import { Cursor, opaqueId } from "../listing.ts";
import { LoadedVersion } from "../numbers.ts";
import { Promotions } from "./promotion.ts";

const TERMS = {
  lifetime_enabled: z.boolean("lifetime_enabled must be true or false"),
  hero_text: z._default(z.string().check(z.maxLength(120)), ""),
  subtitle: z._default(z.string().check(z.maxLength(240)), ""),
  end_at: z._default(z.nullable(Instant), null),
  quantity_remaining: z._default(
    z.nullable(z.int().check(z.minimum(0, "quantity_remaining must be 0 or more"), z.maximum(1_000_000))),
    null,
  ),
  /** Left out, the waiting list stays as it is. */
  waiting_list: z.optional(z.boolean()),
};

/**
 * Saves the whole offer. `version` is the one that was loaded: every sale and every reservation makes a new one, so
 * a quantity that was typed beside an old figure is a CONFLICT, never units sold twice. With `loaded`, the terms that
 * were loaded, only what the operator changed is saved, and only a term that also changed elsewhere is a CONFLICT.
 */
export const savePromotions = endpoint({
  method: "POST",
  path: "/api/admin/promotions",
  audience: "operator",
  freshSignIn: FRESH_FOR_SETTINGS,
  errors: ["CONFLICT"],
  input: z.object({
    ...TERMS,
    version: LoadedVersion,
    loaded: z.optional(z.object(TERMS)),
  }),
  output: Promotions,
});

/** The units of the offer, which only the operator sees. `total` is null where there is no limit. */
export const getUnits = endpoint({
  method: "GET",
  path: "/api/admin/promotions/units",
  audience: "operator",
  input: z.strictObject({}),
  output: z.object({
    total: z.nullable(z.number()),
    sold: z.number(),
    /** Reserved while a customer pays. */
    held: z.number(),
    /** Held for people of the waiting list; left out while it is off and nobody is offered a unit. */
    offered: z.optional(z.number()),
  }),
});

const WaitingPerson = z.object({
  user_id: z.string(),
  /** Null where the account is being deleted. */
  email: z.nullable(z.string()),
  joined_at: Instant,
  /** Until when a unit is held for them; null while they wait. */
  offered_until: z.nullable(Instant),
});
export type WaitingPerson = z.output<typeof WaitingPerson>;

/** The waiting list in its order: first who is offered a unit (at most 100), then who waits, 25 a page. */
export const listWaiting = endpoint({
  method: "GET",
  path: "/api/admin/promotions/waiting",
  audience: "operator",
  input: z.strictObject({ cursor: Cursor }),
  output: z.object({
    /** All who wait, on whatever page. */
    waiting: z.number(),
    offered: z.array(WaitingPerson),
    line: z.array(WaitingPerson),
    next: z.nullable(z.string()),
  }),
});

/**
 * Takes a person off the waiting list. A unit that is held for them goes to the next person. CONFLICT once they have
 * paid for it.
 */
export const removeWaiting = endpoint({
  method: "POST",
  path: "/api/admin/promotions/waiting/remove",
  audience: "operator",
  errors: ["NOT_FOUND", "CONFLICT"],
  input: z.object({ userId: opaqueId("User ID is required") }),
  output: z.object({ ok: z.literal(true) }),
});
