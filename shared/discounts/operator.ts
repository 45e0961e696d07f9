import * as z from "zod/mini";
import { PRODUCT_IDS } from "../catalog/catalog.ts";
import { endpoint, FRESH_FOR_SETTINGS } from "../endpoint.ts";
import { Instant } from "../instant.ts";
import { MAX_CENTS } from "../numbers.ts";
import { hyphenated } from "../typed.ts";
import { DiscountPlans, OFF } from "./discount.ts";

const MAX_REDEMPTIONS = 1_000_000;

export const DiscountCode = z.object({
  id: z.string(),
  code: z.string(),
  ...OFF,
  plans: DiscountPlans,
  first_purchase_only: z.boolean(),
  once_per_customer: z.boolean(),
  /** The affiliate who owns the code: its buyers are attributed to them. Null for the shop's own codes. */
  affiliate_id: z.nullable(z.string()),
  redemptions: z.int(),
  max_redemptions: z.nullable(z.int()),
  expires_at: z.nullable(Instant),
  state: z.enum(["active", "ended", "expired", "used_up"]),
  /** The checkout's path with this code applied. */
  link: z.string(),
  created_at: Instant,
});
export type DiscountCode = z.output<typeof DiscountCode>;

const CodeId = z.string().check(z.regex(/^promo_\w{1,250}$/, "Valid code ID is required"));

/** Lists the codes created in the back office, newest first, including ended ones. */
export const listDiscountCodes = endpoint({
  method: "GET",
  path: "/api/admin/discount-codes",
  audience: "operator",
  input: z.strictObject({ cursor: z.optional(CodeId) }),
  output: z.object({ codes: z.array(DiscountCode), next: z.nullable(z.string()) }),
});

/** For the API document: exactly one kind of discount. */
const only = (given: string, missing: string) => ({
  required: [given],
  properties: { [given]: { type: "integer" }, [missing]: { type: "null" } },
});

/**
 * Creates a coupon and a promotion code at Stripe. The page makes one `requestId` per dialog: repeating the call with
 * it creates no second code. CONFLICT if an active code has this name. VALIDATION_ERROR at `code` if it is an
 * affiliate's and `forAffiliate` is not set, or the reverse.
 */
export const createDiscountCode = endpoint({
  method: "POST",
  path: "/api/admin/discount-codes",
  audience: "operator",
  freshSignIn: FRESH_FOR_SETTINGS,
  errors: ["CONFLICT"],
  input: z
    .strictObject({
      requestId: z.string("requestId is required").check(z.regex(/^[\w-]{8,64}$/, "requestId is not valid")),
      code: z
        .string("Code is required")
        .check(
          z.overwrite(hyphenated),
          z.regex(/^[A-Za-z0-9-]{3,40}$/, "A code has 3 to 40 letters, digits and hyphens"),
          z.toUpperCase(),
        ),
      /** Either this or `amountOffCents`. */
      percentOff: z._default(
        z.nullable(z.int("percentOff must be a whole number").check(z.minimum(1), z.maximum(99))),
        null,
      ),
      amountOffCents: z._default(
        z.nullable(z.int("amountOffCents must be a whole number").check(z.minimum(1), z.maximum(MAX_CENTS))),
        null,
      ),
      plans: z._default(DiscountPlans, [...PRODUCT_IDS]),
      firstPurchaseOnly: z._default(z.boolean(), false),
      oncePerCustomer: z._default(z.boolean(), true),
      /** `code` is an affiliate's: it discounts the purchase and attributes the buyer. */
      forAffiliate: z._default(z.boolean(), false),
      maxRedemptions: z._default(
        z.nullable(
          z.int("maxRedemptions must be a whole number").check(z.minimum(1), z.maximum(MAX_REDEMPTIONS)),
        ),
        null,
      ),
      expiresAt: z._default(z.nullable(Instant), null),
    })
    .check(z.meta({ oneOf: [only("percentOff", "amountOffCents"), only("amountOffCents", "percentOff")] })),
  output: z.object({ code: DiscountCode }),
});

/**
 * Ends a code, so that nobody can use it. Completed purchases keep their discount. Repeating the call changes nothing.
 * NOT_FOUND if there is no such code, CONFLICT if Stripe refuses.
 */
export const endDiscountCode = endpoint({
  method: "POST",
  path: "/api/admin/discount-codes/{codeId}/end",
  audience: "operator",
  freshSignIn: FRESH_FOR_SETTINGS,
  errors: ["NOT_FOUND", "CONFLICT"],
  input: z.object({ codeId: CodeId }),
  output: z.object({ code: DiscountCode }),
});
