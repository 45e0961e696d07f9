import {
  type Affiliate,
  type AffiliateStatus,
  shownReferralCode,
  toCommissionRate,
} from "#shared/affiliates/affiliate.ts";
import type { Balance } from "#shared/affiliates/commission.ts";
import type { AffiliateRow } from "#shared/affiliates/operator.ts";

/** What two searches found, each once, newest first. */
export function found(affiliates: readonly Affiliate[], status: AffiliateStatus | undefined): Affiliate[] {
  const byId = new Map(affiliates.map((affiliate) => [affiliate.affiliateId, affiliate]));
  return [...byId.values()]
    .filter((affiliate) => status === undefined || affiliate.status === status)
    .sort((a, b) => (a.joinedAt < b.joinedAt ? 1 : -1));
}

export type Standing = { referrals: number; balance: Balance; lastPayoutAt: string | null };

export function toAffiliateRow(affiliate: Affiliate, standing: Standing): AffiliateRow {
  const { balance } = standing;
  return {
    id: affiliate.affiliateId,
    user_id: affiliate.affiliateId,
    email: affiliate.email,
    referral_code: shownReferralCode(affiliate),
    total_referrals: standing.referrals,
    total_earnings_cents: balance.earnedCents - balance.reversedCents,
    pending_payout_cents:
      balance.pendingCents + balance.availableCents + balance.heldCents + balance.inPayoutCents,
    last_payout_at: standing.lastPayoutAt,
    created_at: affiliate.joinedAt,
    is_active: affiliate.status === "active",
    commission_rate: toCommissionRate(affiliate.rateBasisPoints),
  };
}
