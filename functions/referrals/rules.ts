import type { Click } from "#shared/affiliates/activity.ts";
import {
  AFFILIATE_COOKIE_LASTS,
  type Affiliate,
  type Attribution,
  DEFAULT_RATE,
  TERMS_VERSION,
} from "#shared/affiliates/affiliate.ts";
import { isPaidIn, notPaidIn } from "#shared/affiliates/countries.ts";
import { AppError } from "#shared/errors.ts";
import { countryName } from "#shared/words.ts";

type Joiner = { userId: string; email: string; normalisedEmail: string };

/** @throws VALIDATION_ERROR for a country where Stripe cannot pay */
export function newAffiliate(
  joiner: Joiner,
  referralCode: string,
  now: Date,
  country?: string | undefined,
): Affiliate {
  if (country !== undefined) refuseUnpaid(country);
  return {
    affiliateId: joiner.userId,
    status: "active",
    referralCode,
    rateBasisPoints: DEFAULT_RATE,
    email: joiner.email,
    normalisedEmail: joiner.normalisedEmail,
    termsAcceptedAt: now.toISOString(),
    termsVersion: TERMS_VERSION,
    joinedAt: now.toISOString(),
    payoutsEnabled: false,
    ...(country === undefined ? {} : { country }),
  };
}

/** Checked when the affiliate joins or sets up payouts, not at the first payout. @throws VALIDATION_ERROR */
export function refuseUnpaid(country: string): void {
  if (!isPaidIn(country))
    throw new AppError("VALIDATION_ERROR", notPaidIn(countryName(country)), { field: "country" });
}

/**
 * Whether a click can attribute a new customer: only a counted click from the last 30 days can. Checks the age, because
 * browsers may keep a cookie beyond its expiry, and anyone can set a cookie.
 */
export function mayAttribute(click: Click, now: Date): boolean {
  const age = now.getTime() - Date.parse(click.at);
  return click.status === "success" && age <= AFFILIATE_COOKIE_LASTS;
}

/**
 * The customer's attribution at the affiliate's current rate. A customer who is already attributed to this affiliate
 * keeps the earlier rate.
 * @param before the current attribution
 * @returns undefined if the affiliate is suspended
 */
export function attributionTo(
  affiliate: Pick<Affiliate, "affiliateId" | "status" | "rateBasisPoints">,
  via: Attribution["via"],
  now: Date,
  before?: Attribution,
): Attribution | undefined {
  const { affiliateId, status, rateBasisPoints } = affiliate;
  if (status !== "active") return undefined;
  if (before?.affiliateId === affiliateId) return { ...before, via };
  return { affiliateId, rateBasisPoints, via, at: now.toISOString() };
}

/** A typed code replaces a link or another affiliate's code. A link replaces nothing. */
export function replacesAttribution(before: Attribution | undefined, after: Attribution): boolean {
  if (before === undefined) return true;
  if (after.via !== "code") return false;
  return before.via !== "code" || before.affiliateId !== after.affiliateId;
}
