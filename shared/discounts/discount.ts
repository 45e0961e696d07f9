import * as z from "zod/mini";
import { CATALOG, OPTIONAL_PLANS, PRODUCT_IDS, type ProductId } from "../catalog/catalog.ts";
import { endpoint } from "../endpoint.ts";
import { hyphenated } from "../typed.ts";

export const MAX_DISCOUNT_CODE = 40;

/** A code's discount. Exactly one of the two fields is set. */
export const OFF = { percent_off: z.nullable(z.number()), amount_off_cents: z.nullable(z.int()) };

/** The plans of a code, each once and in the catalog's order. */
export const DiscountPlans = z.array(z.enum(PRODUCT_IDS)).check(
  z.minLength(1, "Choose at least one plan"),
  z.overwrite((plans) => PRODUCT_IDS.filter((id) => plans.includes(id))),
);
export type DiscountPlans = z.output<typeof DiscountPlans>;

export const isEveryPlan = ({ length }: DiscountPlans): boolean => length === PRODUCT_IDS.length;

/** `Yearly plan` or `Lifetime license`. */
export const discountedPlan = (plan: ProductId): string =>
  `${CATALOG[plan].label} ${CATALOG[plan].months === null ? "license" : "plan"}`;

/** `the yearly plan and lifetime license` or `any plan`, within a sentence. */
export const discountedPlans = (plans: DiscountPlans): string =>
  isEveryPlan(plans) ? "any plan" : `the ${plans.map(discountedPlan).join(" and ").toLowerCase()}`;

/** A discount for a buyer. It applies once: a subscription renews at its regular price. */
export const Discount = z.object({
  code: z.string(),
  ...OFF,
  /** Due now, after the discount. */
  price_cents: z.int(),
  /** An affiliate's code: using it also attributes the buyer to them. */
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
 * Returns what a code takes off for the caller, after asking Stripe. Without a code, it returns whether any code
 * exists, so that the checkout can hide the field. It also returns `linked`: the discount code of the affiliate who
 * referred the caller. VALIDATION_ERROR at `code` if the code cannot be used. Changes nothing; it is a POST because
 * typed text belongs in a body, not in a URL.
 */
export const getDiscount = endpoint({
  method: "POST",
  path: "/api/discount",
  audience: "customer",
  input: z.object({
    mode: z.enum(["payment", "subscription"], 'Mode must be either "payment" or "subscription"'),
    /** The plan to subscribe to; default the catalog's first. */
    plan: z.optional(z.enum(OPTIONAL_PLANS)),
    code: z.optional(TypedCode),
  }),
  output: z.object({
    offered: z.boolean(),
    linked: z.nullable(z.string()),
    discount: z.nullable(Discount),
  }),
});
