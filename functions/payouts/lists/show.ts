import type { PayoutRequestRow, PayoutRow } from "#shared/payouts/operator.ts";
import type { Payout } from "#shared/payouts/payout.ts";
import type { PayoutRequest } from "#shared/payouts/request.ts";
import { getAffiliates } from "../../referrals/index.ts";
import { whyNotPayable, whyNotTransferable } from "../rules.ts";

export const toRequestRow = (request: PayoutRequest): PayoutRequestRow => ({
  id: request.id,
  affiliate_id: request.affiliateId,
  affiliates: { profiles: { email: request.email } },
  requested_amount_cents: request.requestedCents,
  status: request.status,
  requested_at: request.requestedAt,
  reason: request.reason,
  payout_id: request.isCalculated ? request.id : null,
});

export const toPayoutRow = (payout: Payout): PayoutRow => ({
  id: payout.id,
  affiliate_id: payout.affiliateId,
  email: payout.email,
  amount_cents: payout.amountCents,
  status: payout.status,
  requested_at: payout.requestedAt,
  approved_at: payout.approvedAt,
  paid_at: payout.transferredAt,
  reason: payout.reason,
  transfer_id: payout.transferId,
  attempts: payout.attempt?.number ?? 0,
  reversed_cents: payout.reversedCents,
  not_payable: null,
});

/** Rows of a list, with the reasons why pending and approved payouts cannot be paid now. @param payouts up to 100 */
export async function toListedRows(payouts: readonly Payout[]): Promise<PayoutRow[]> {
  const waiting = payouts.filter(isWaiting);
  const affiliates = await getAffiliates(waiting.map(({ affiliateId }) => affiliateId));
  return payouts.map((payout) => {
    const affiliate = affiliates.get(payout.affiliateId);
    const why =
      payout.status === "pending" ? whyNotPayable(affiliate) : whyNotTransferable(payout, affiliate);
    return { ...toPayoutRow(payout), ...(isWaiting(payout) && { not_payable: why }) };
  });
}

const isWaiting = ({ status }: Payout): boolean => status === "pending" || status === "approved";
