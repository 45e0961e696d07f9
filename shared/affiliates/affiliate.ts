import * as z from "zod/mini";
import { DAY, Instant } from "../instant.ts";

/** The allowed transitions. A suspended affiliate's links still redirect, but earn nothing. */
export const AFFILIATE_NEXT = {
  active: ["suspended"],
  suspended: ["active"],
} as const satisfies Record<string, readonly string[]>;

export const AffiliateStatus = z.enum(["active", "suspended"]);
export type AffiliateStatus = z.output<typeof AffiliateStatus>;

/** A rate is counted in hundredths of a percent, so that it stays a whole number: 2,000 is 20 %. */
export const DEFAULT_RATE = 2_000;
export const WHOLE_RATE = 10_000;
export const toCommissionRate = (basisPoints: number): number => basisPoints / WHOLE_RATE;
export const toBasisPoints = (commissionRate: number): number => Math.round(commissionRate * WHOLE_RATE);

/** A visitor's cookie: the id of their last click. */
export const AFFILIATE_COOKIE = "affiliate_click";
export const AFFILIATE_COOKIE_LASTS = 30 * DAY;

/** Which wording of the program's terms was accepted. */
export const TERMS_VERSION = "2026-11";

/** An affiliate as it is kept; `affiliateId` is the id of their account. */
export const Affiliate = z.object({
  affiliateId: z.string(),
  status: AffiliateStatus,
  /** As it is shown; looked up folded (code.ts). Empty in a row that was stored without one. */
  referralCode: z._default(z.string(), ""),
  /** What a row from elsewhere may have instead of a code. */
  slugPrefix: z.optional(z.string()),
  /** For attributions from now on: one that was made keeps its own. */
  rateBasisPoints: z.int(),
  email: z.string(),
  normalisedEmail: z.string(),
  termsAcceptedAt: Instant,
  termsVersion: z.string(),
  joinedAt: Instant,
  /** When an operator last suspended or reactivated them: the mail about it is made from this. */
  decidedAt: z.optional(Instant),
  /** Where their bank account is. Rows from before it was asked have none until they connect with Stripe. */
  country: z.optional(z.string()),
  /** Their Connect account at Stripe. */
  stripeAccountId: z.optional(z.string()),
  /** As Stripe said last: whether that account may be paid. */
  payoutsEnabled: z._default(z.boolean(), false),
  /** An operator gave their code a discount, which Stripe keeps. It may have ended since. */
  givesDiscount: z.optional(z.boolean()),
  /** How often Stripe said so: the mail about a change is named by it. */
  accountReadings: z.optional(z.number()),
});
export type Affiliate = z.output<typeof Affiliate>;

const FALLBACK_LENGTH = 8;

/** The code to show: the affiliate's own, else the first 8 characters of the slug prefix or of the id. */
export function shownReferralCode({
  referralCode,
  slugPrefix,
  affiliateId,
}: Pick<Affiliate, "referralCode" | "slugPrefix" | "affiliateId">): string {
  return referralCode || (slugPrefix || affiliateId).slice(0, FALLBACK_LENGTH).toUpperCase();
}

/** Who brought a customer. The rate is the one of that moment, whatever is agreed on later. */
export const Attribution = z.object({
  affiliateId: z.string(),
  rateBasisPoints: z.int(),
  /** By a link, whose cookie was there at sign-up, or by a code that was typed at checkout. */
  via: z.enum(["link", "code"]),
  at: Instant,
});
export type Attribution = z.output<typeof Attribution>;
