import * as z from "zod/mini";
import { OPTIONAL_PLANS } from "../catalog/catalog.ts";
import { endpoint } from "../endpoint.ts";
import { hyphenated } from "../typed.ts";

export const MAX_DISCOUNT_CODE = 40;

/** What a code takes off: one of the two is null. */
export const OFF = { percent_off: z.nullable(z.number()), amount_off_cents: z.nullable(z.int()) };

export const DISCOUNT_PLANS = ["monthly", "lifetime", "both"] as const;
export const DiscountPlan = z.enum(DISCOUNT_PLANS);
export type DiscountPlan = z.output<typeof DiscountPlan>;

/** A discount as the buyer gets it. It counts once: a subscription renews at its regular price. */
export const Discount = z.object({
  code: z.string(),
  ...OFF,
  /** What is due now, after the discount. */
  price_cents: z.int(),
  /** An affiliate's code: using it also says who recommended us. */
  names_affiliate: z.boolean(),
});
export type Discount = z.output<typeof Discount>;

const TypedCode = z
  .string("Code is required")
  .check(
    z.overwrite(hyphenated),
    z.minLength(1, "Code is required"),
    z.maxLength(64, "This code is too long"),
  );

/**
 * Says what a code takes off for the caller, after checking it with Stripe. Without a code, it says whether any code
 * can be used, so that a checkout without codes shows no field, and `linked`: the code of the affiliate who referred
 * the caller, if it gives them a discount. A code that cannot be used is a VALIDATION_ERROR at `code`. Changes nothing;
 * it is a POST because what people type belongs in a body, not in an address.
 */
export const getDiscount = endpoint({
  method: "POST",
  path: "/api/discount",
  audience: "customer",
  input: z.object({
    mode: z.enum(["payment", "subscription"], 'Mode must be either "payment" or "subscription"'),
    /** The plan to subscribe to; the catalog's first one where it is left out. */
    plan: z.optional(z.enum(OPTIONAL_PLANS)),
    code: z.optional(TypedCode),
  }),
  output: z.object({
    offered: z.boolean(),
    linked: z.nullable(z.string()),
    discount: z.nullable(Discount),
  }),
});
