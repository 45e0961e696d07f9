import type { Commission } from "#shared/affiliates/commission.ts";
import { availableFrom } from "#shared/affiliates/release.ts";
import { CURRENCY, conversionOf } from "./entryRules.ts";

export const SELF_REFERRAL = {
  self_account: "You bought this yourself.",
  self_address: "The buyer used your email address.",
  self_card: "The buyer paid with your card.",
  self_team: "You and the buyer are on the same team.",
} as const;

/** Why a commission pays nothing, or nothing yet. A partial reversal needs no reason, because the amounts show it. */
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
