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
  /** Optional: omit it to keep the current state. */
  waiting_list: z.optional(z.boolean()),
};

/**
 * Saves the offer. `version` is the version that was loaded. Every sale and reservation changes the version, so saving
 * a quantity from an old page is a CONFLICT and cannot sell a unit twice. With `loaded`, the terms as they were loaded,
 * the call saves only the terms that the operator changed. It then answers CONFLICT only if one of these terms also
 * changed elsewhere.
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

/** Returns the offer's units, for operators only. `total` is null for an unlimited offer. */
export const getUnits = endpoint({
  method: "GET",
  path: "/api/admin/promotions/units",
  audience: "operator",
  input: z.strictObject({}),
  output: z.object({
    total: z.nullable(z.number()),
    sold: z.number(),
    /** Held while customers pay. */
    held: z.number(),
    /** Held for people on the waiting list; absent if the list is off and nobody has an offer. */
    offered: z.optional(z.number()),
  }),
});

const WaitingPerson = z.object({
  user_id: z.string(),
  /** Null while the account is being deleted. */
  email: z.nullable(z.string()),
  joined_at: Instant,
  /** Until when a unit is held for them; null while they wait. */
  offered_until: z.nullable(Instant),
});
export type WaitingPerson = z.output<typeof WaitingPerson>;

/** Lists the waiting list: everyone with an offered unit (at most 100), then everyone who waits, 25 a page. */
export const listWaiting = endpoint({
  method: "GET",
  path: "/api/admin/promotions/waiting",
  audience: "operator",
  input: z.strictObject({ cursor: Cursor }),
  output: z.object({
    /** Everyone who waits, on all pages. */
    waiting: z.number(),
    offered: z.array(WaitingPerson),
    line: z.array(WaitingPerson),
    next: z.nullable(z.string()),
  }),
});

/** Removes a person from the waiting list. Their held unit goes to the next person. CONFLICT if the unit is paid. */
export const removeWaiting = endpoint({
  method: "POST",
  path: "/api/admin/promotions/waiting/remove",
  audience: "operator",
  errors: ["NOT_FOUND", "CONFLICT"],
  input: z.object({ userId: opaqueId("User ID is required") }),
  output: z.object({ ok: z.literal(true) }),
});
