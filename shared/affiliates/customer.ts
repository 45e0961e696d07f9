import * as z from "zod/mini";
import { DiscountPlan, OFF } from "../discounts/discount.ts";
import { endpoint } from "../endpoint.ts";
import { Instant } from "../instant.ts";
import { opaqueId } from "../listing.ts";
import { OwnCode } from "../referrals/code.ts";
import { ActivityStatus } from "./activity.ts";
import { Country } from "./countries.ts";

/** A day of the last thirty, by UTC. */
export const DAYS_SHOWN = 30;

export const AffiliateLink = z.object({
  /** Null: the landing page. */
  destination_id: z.nullable(z.string()),
  name: z.string(),
  /** What is shared. */
  url: z.string(),
  /** Where it leads. */
  leads_to: z.string(),
  clicks: z.number(),
});

export const BuyerDiscount = z.object({
  ...OFF,
  plan: DiscountPlan,
  first_purchase_only: z.boolean(),
  /** The checkout with the code applied. */
  url: z.string(),
});
export type BuyerDiscount = z.output<typeof BuyerDiscount>;

/** What an affiliate sees of themselves. Amounts in cents of US dollars. */
export const AffiliateView = z.object({
  referral_code: z.string(),
  is_active: z.boolean(),
  commission_rate: z.number(),
  joined_at: Instant,
  links: z.array(AffiliateLink),
  /** Without bots and without the repeats of one visitor within an hour. */
  clicks: z.number(),
  /** Customers whose account is attributed to them. */
  referrals: z.number(),
  conversions: z.number(),
  balance: z.object({
    /** All that was ever earned, before what was taken back. */
    earned_cents: z.number(),
    /** Within the hold. */
    pending_cents: z.number(),
    /** Set aside: a dispute is open, or the affiliate is suspended. */
    held_cents: z.number(),
    /** May be asked for; below zero where more was taken back than is left. */
    available_cents: z.number(),
    in_payout_cents: z.number(),
    paid_cents: z.number(),
    /** Taken back by refunds and lost disputes. */
    reversed_cents: z.number(),
    /** When the next part of what is pending becomes available. */
    next_available_at: z.nullable(Instant),
  }),
  /** What their code takes off for a buyer now; null where it takes off nothing. */
  buyer_discount: z.nullable(BuyerDiscount),
  days: z.array(z.object({ day: z.string(), clicks: z.number(), conversions: z.number() })),
  payout_account: z.object({ connected: z.boolean(), payouts_enabled: z.boolean() }),
  /** Where their bank account is; null until it was asked. */
  country: z.nullable(z.string()),
  /** Payouts need a confirmed address. */
  email_confirmed: z.boolean(),
});
export type AffiliateView = z.output<typeof AffiliateView>;

/** Null for a user who has not joined. */
export const getAffiliate = endpoint({
  method: "GET",
  path: "/api/affiliate",
  audience: "customer",
  input: z.object({}),
  output: z.object({ affiliate: z.nullable(AffiliateView) }),
});

/**
 * Joins the program, with a chosen code or a generated one. A member keeps their code, because its links are already
 * public. CONFLICT at `code` if another affiliate has that code or one that looks like it.
 */
export const join = endpoint({
  method: "POST",
  path: "/api/affiliate/join",
  audience: "customer",
  errors: ["CONFLICT"],
  input: z.object({
    acceptTerms: z.literal(true, "Please accept the terms of the affiliate program"),
    code: z.optional(OwnCode),
    /** Where the affiliate's bank account is; one where Stripe cannot pay them from our country is a VALIDATION_ERROR. */
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
        /** pending, available, in_payout, paid, held, void or reversed. */
        state: z.string(),
        /** When it becomes available: at the first daily run after its hold. */
        available_at: z.nullable(Instant),
        /** Why it is void, held or reversed. */
        reason: z.nullable(z.string()),
      }),
    ),
    next: z.nullable(z.string()),
  }),
});

/** Says what a visitor's click on the caller's link would do, without counting one. */
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
