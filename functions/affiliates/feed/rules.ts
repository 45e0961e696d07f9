import type { ActivityEntry, Click, Conversion } from "#shared/affiliates/activity.ts";
import type { Commission } from "#shared/affiliates/commission.ts";
import { availableFrom } from "#shared/affiliates/release.ts";

export function toClickEntry(click: Click): ActivityEntry {
  const { id, affiliateId, status, referrer, device, country, isBot, at } = click;
  return {
    id,
    affiliate_id: affiliateId,
    type: "click",
    status,
    referrer,
    device,
    country,
    is_bot: isBot,
    ts: at,
  };
}

export function toConversionEntry(conversion: Conversion): ActivityEntry {
  const { id, affiliateId, amountCents, currency, status, at } = conversion;
  return {
    id,
    affiliate_id: affiliateId,
    type: "conversion",
    amount_cents: amountCents,
    currency,
    status,
    ts: at,
  };
}

/** Everything is sold in US dollars. */
const CURRENCY = "usd";

/** A commission in the operator's feed. A self-referral counts as failed. */
export function conversionOf(commission: Commission): Conversion {
  const { id, affiliateId, baseCents, selfReferral, paidAt } = commission;
  return {
    id,
    affiliateId,
    amountCents: baseCents,
    currency: CURRENCY,
    status: selfReferral === null ? "success" : "fail",
    at: paidAt,
  };
}

const SELF_REFERRAL = {
  self_account: "You bought this yourself.",
  self_address: "The buyer used your email address.",
  self_card: "The buyer paid with your card.",
  self_team: "You and the buyer are in one team.",
} as const;

/** The reason why a commission pays nothing. A partial reversal has none, because the amounts show it. */
function reasonOf(commission: Commission): string | null {
  const { selfReferral, status, holds, earnedCents, reversedCents, debtCents } = commission;
  if (selfReferral !== null) return SELF_REFERRAL[selfReferral];
  if (status === "held" && holds.includes("dispute")) return "The payment is disputed.";
  if (status === "held") return "Your affiliate account is suspended.";
  const takenBack = reversedCents + debtCents;
  if (takenBack > 0 && takenBack >= earnedCents) return "The payment was returned to the buyer.";
  return null;
}

export function toConversionRow(commission: Commission) {
  const { status, matureAt } = commission;
  return {
    id: commission.id,
    at: commission.paidAt,
    amount_cents: commission.baseCents,
    currency: CURRENCY,
    status: conversionOf(commission).status,
    earned_cents: commission.earnedCents,
    reversed_cents: commission.reversedCents + commission.debtCents,
    state: status,
    available_at: status === "pending" || status === "held" ? availableFrom(matureAt) : null,
    reason: reasonOf(commission),
  };
}

/** Merges sorted lists and keeps the newest. */
export function mergeNewest<T extends { position: string }>(
  lists: readonly (readonly T[])[],
  limit: number,
): { rows: T[]; hasMore: boolean } {
  const all = lists.flat().sort((a, b) => (a.position < b.position ? 1 : -1));
  return { rows: all.slice(0, limit), hasMore: all.length > limit };
}
