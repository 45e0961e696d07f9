import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { Instant } from "../instant.ts";
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
  input: z.object({}),
  output: z.object({
    total: z.nullable(z.number()),
    sold: z.number(),
    /** Reserved while a customer pays. */
    held: z.number(),
  }),
});
