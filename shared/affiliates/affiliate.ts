import * as z from "zod/mini";
import { DAY, Instant } from "../instant.ts";

/** The allowed transitions. A suspended affiliate's links still redirect, but earn nothing. */
export const AFFILIATE_NEXT = {
  active: ["suspended"],
  suspended: ["active"],
} as const satisfies Record<string, readonly string[]>;

export const AffiliateStatus = z.enum(["active", "suspended"]);
export type AffiliateStatus = z.output<typeof AffiliateStatus>;

/** Rates are basis points, so that they stay whole numbers: 2,000 is 20 %. */
export const DEFAULT_RATE = 2_000;
export const WHOLE_RATE = 10_000;
export const toCommissionRate = (basisPoints: number): number => basisPoints / WHOLE_RATE;
export const toBasisPoints = (commissionRate: number): number => Math.round(commissionRate * WHOLE_RATE);

export const AFFILIATE_COOKIE = "affiliate_click";
export const AFFILIATE_COOKIE_LASTS = 30 * DAY;

export const TERMS_VERSION = "2026-11";

/** Replaces an erased address, because an index key must not be empty. */
export const NO_ADDRESS = "deleted@invalid";

/** The stored row; `affiliateId` is the account's id. */
export const Affiliate = z.object({
  affiliateId: z.string(),
  status: AffiliateStatus,
  /** Lookups fold it (referrals/foldCode.ts). Empty in rows that were stored without a code. */
  referralCode: z._default(z.string(), ""),
  /** Imported rows may have this instead of a code. */
  slugPrefix: z.optional(z.string()),
  /** Applies to new attributions. Existing ones keep their rate. */
  rateBasisPoints: z.int(),
  email: z.string(),
  normalisedEmail: z.string(),
  termsAcceptedAt: Instant,
  termsVersion: z.string(),
  joinedAt: Instant,
  /** When we last suspended or reactivated the affiliate. The mail about that decision names this day. */
  decidedAt: z.optional(Instant),
  country: z.optional(z.string()),
  /** The affiliate's Connect account at Stripe. */
  stripeAccountId: z.optional(z.string()),
  /** Stripe's last answer: whether that account can be paid. */
  payoutsEnabled: z._default(z.boolean(), false),
  /** The affiliate's code has, or once had, a discount at Stripe. */
  givesDiscount: z.optional(z.boolean()),
  /** Counts Stripe's updates of `payoutsEnabled`, so that each change gets one mail. */
  accountReadings: z.optional(z.number()),
  /** See listed.ts. */
  listOwedCents: z.optional(z.int()),
});
export type Affiliate = z.output<typeof Affiliate>;

const FALLBACK_LENGTH = 8;

/** The code to show: the affiliate's own, or the first 8 characters of the slug prefix or of the id. */
export function shownReferralCode({
  referralCode,
  slugPrefix,
  affiliateId,
}: Pick<Affiliate, "referralCode" | "slugPrefix" | "affiliateId">): string {
  return referralCode || (slugPrefix || affiliateId).slice(0, FALLBACK_LENGTH).toUpperCase();
}

/** The affiliate who referred a customer, and the rate at that moment. Later changes of the rate do not apply. */
export const Attribution = z.object({
  affiliateId: z.string(),
  rateBasisPoints: z.int(),
  /** link: a cookie at sign-up · code: typed at checkout */
  via: z.enum(["link", "code"]),
  at: Instant,
});
export type Attribution = z.output<typeof Attribution>;
