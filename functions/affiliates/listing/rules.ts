import {
  type Affiliate,
  type AffiliateStatus,
  shownReferralCode,
  toCommissionRate,
} from "#shared/affiliates/affiliate.ts";
import type { Balance, Commission } from "#shared/affiliates/commission.ts";
import type { LedgerBalance, LedgerSale } from "#shared/affiliates/ledger.ts";
import type { AffiliateRow } from "#shared/affiliates/operator.ts";
import { availableFrom } from "#shared/affiliates/release.ts";

export function found<A extends Affiliate>(
  affiliates: readonly A[],
  status: AffiliateStatus | undefined,
): A[] {
  const byId = new Map(affiliates.map((affiliate) => [affiliate.affiliateId, affiliate]));
  return [...byId.values()]
    .filter((affiliate) => status === undefined || affiliate.status === status)
    .sort((a, b) => (a.joinedAt < b.joinedAt ? 1 : -1));
}

export type Standing = {
  referrals: number;
  earnedCents: number;
  owedCents: number;
  lastPayoutAt: string | null;
};

export function toAffiliateRow(affiliate: Affiliate, standing: Standing): AffiliateRow {
  return {
    id: affiliate.affiliateId,
    user_id: affiliate.affiliateId,
    email: affiliate.email,
    referral_code: shownReferralCode(affiliate),
    total_referrals: standing.referrals,
    total_earnings_cents: standing.earnedCents,
    pending_payout_cents: standing.owedCents,
    last_payout_at: standing.lastPayoutAt,
    created_at: affiliate.joinedAt,
    is_active: affiliate.status === "active",
    commission_rate: toCommissionRate(affiliate.rateBasisPoints),
    ...(affiliate.country === undefined ? {} : { country: affiliate.country }),
  };
}

export function toLedgerBalance(email: string, balance: Balance): LedgerBalance {
  return {
    email,
    payable_cents: balance.availableCents,
    on_hold_cents: balance.pendingCents + balance.heldCents,
    in_payout_cents: balance.inPayoutCents,
    paid_out_cents: balance.paidOutCents,
    earned_cents: balance.earnedCents,
    taken_back_cents: balance.reversedCents,
  };
}

/** @param buyer undefined for a deleted account */
export function toLedgerSale(commission: Commission, buyer: string | undefined): LedgerSale {
  return {
    id: commission.id,
    buyer_user_id: commission.buyerUserId,
    buyer_email: buyer ?? null,
    product: commission.product,
    paid_at: commission.paidAt,
    base_cents: commission.baseCents,
    rate_basis_points: commission.rateBasisPoints,
    earned_cents: commission.earnedCents,
    taken_back_cents: commission.reversedCents + commission.debtCents,
    taken_back_by: commission.takenBackBy.map((id) => ({
      id,
      kind: /^p?yr_|^re_/.test(id) ? "refund" : "dispute",
    })),
    status: commission.status,
    holds: commission.holds,
    self_referral: commission.selfReferral,
    matures_at: availableFrom(commission.matureAt),
    payout_id: commission.payoutId,
  };
}
