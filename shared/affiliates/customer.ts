import * as z from "zod/mini";
import { DiscountPlans, OFF } from "../discounts/discount.ts";
import { endpoint } from "../endpoint.ts";
import { Instant } from "../instant.ts";
import { opaqueId } from "../listing.ts";
import { OwnCode } from "../referrals/code.ts";
import { ActivityStatus } from "./activity.ts";
import { CommissionStatus } from "./commission.ts";
import { Country } from "./countries.ts";

export const DAYS_SHOWN = 30;

export const AffiliateLink = z.object({
  /** Null: the landing page. */
  destination_id: z.nullable(z.string()),
  name: z.string(),
  url: z.string(),
  leads_to: z.string(),
  clicks: z.number(),
});

export const BuyerDiscount = z.object({
  ...OFF,
  plans: DiscountPlans,
  first_purchase_only: z.boolean(),
  /** Opens the checkout with the code applied. */
  url: z.string(),
});
export type BuyerDiscount = z.output<typeof BuyerDiscount>;

/** The affiliate's own view. Amounts in cents of US dollars. */
export const AffiliateView = z.object({
  referral_code: z.string(),
  is_active: z.boolean(),
  commission_rate: z.number(),
  joined_at: Instant,
  links: z.array(AffiliateLink),
  /** Excludes bots and repeated clicks of a visitor within an hour. */
  clicks: z.number(),
  referrals: z.number(),
  conversions: z.number(),
  balance: z.object({
    /** Everything earned, before anything was taken back. */
    earned_cents: z.number(),
    pending_cents: z.number(),
    /** Held because a dispute is open or the affiliate is suspended. */
    held_cents: z.number(),
    /** The amount that can be paid out; negative if more was taken back than the affiliate had left. */
    available_cents: z.number(),
    in_payout_cents: z.number(),
    paid_cents: z.number(),
    reversed_cents: z.number(),
    next_available_at: z.nullable(Instant),
  }),
  /** What the affiliate's code takes off for a buyer; null if it is no discount code. */
  buyer_discount: z.nullable(BuyerDiscount),
  days: z.array(z.object({ day: z.string(), clicks: z.number(), conversions: z.number() })),
  payout_account: z.object({ connected: z.boolean(), payouts_enabled: z.boolean() }),
  /** Country of the bank account; null until the affiliate chooses one. */
  country: z.nullable(z.string()),
  email_confirmed: z.boolean(),
});
export type AffiliateView = z.output<typeof AffiliateView>;

/** Returns the caller's affiliate account; null for a user who has not joined. */
export const getAffiliate = endpoint({
  method: "GET",
  path: "/api/affiliate",
  audience: "customer",
  input: z.object({}),
  output: z.object({ affiliate: z.nullable(AffiliateView) }),
});

/**
 * Joins the program, with a chosen code or a generated one. A caller who has already joined keeps their code, because
 * its links are public. CONFLICT at `code` if another affiliate has that code or one that looks like it.
 */
export const join = endpoint({
  method: "POST",
  path: "/api/affiliate/join",
  audience: "customer",
  errors: ["CONFLICT"],
  input: z.object({
    acceptTerms: z.literal(true, "Please accept the terms of the affiliate program"),
    code: z.optional(OwnCode),
    /** Country of the affiliate's bank account. VALIDATION_ERROR if Stripe cannot pay them there from our country. */
    country: z.optional(Country),
  }),
  output: z.object({ referral_code: z.string() }),
});

/** Lists the caller's conversions, newest first, 25 at a time. */
export const listConversions = endpoint({
  method: "GET",
  path: "/api/affiliate/conversions",
  audience: "customer",
  input: z.object({ cursor: z.optional(z.string().check(z.maxLength(2048))) }),
  output: z.object({
    conversions: z.array(
      z.object({
        id: z.string(),
        at: Instant,
        amount_cents: z.number(),
        currency: z.string(),
        status: ActivityStatus,
        earned_cents: z.number(),
        reversed_cents: z.number(),
        state: CommissionStatus,
        /** When it becomes available: at the first daily run after the hold. */
        available_at: z.nullable(Instant),
        /** Why it is void, held or reversed. */
        reason: z.nullable(z.string()),
      }),
    ),
    next: z.nullable(z.string()),
  }),
});

/** Returns the effect of a visitor's click on the caller's link, without counting a click. */
export const testLink = endpoint({
  method: "GET",
  path: "/api/affiliate/test-link",
  audience: "customer",
  errors: ["NOT_FOUND"],
  input: z.object({ destination: z.optional(opaqueId()) }),
  output: z.object({
    url: z.string(),
    leads_to: z.string(),
    counts: z.boolean(),
    message: z.string(),
  }),
});
