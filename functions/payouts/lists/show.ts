import type { PayoutRequestRow, PayoutRow } from "#shared/payouts/operator.ts";
import type { Payout } from "#shared/payouts/payout.ts";
import type { PayoutRequest } from "#shared/payouts/request.ts";
import { getAffiliates } from "../../referrals/index.ts";
import { whyNotTransferable } from "../rules.ts";

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
});

/** Rows of a list, with the reasons why approved payouts cannot be paid now. @param payouts up to 100 */
export async function toListedRows(payouts: readonly Payout[]): Promise<PayoutRow[]> {
  const approved = payouts.filter(({ status }) => status === "approved");
  const affiliates = await getAffiliates(approved.map(({ affiliateId }) => affiliateId));
  return payouts.map((payout) => ({
    ...toPayoutRow(payout),
    ...(payout.status === "approved" && {
      not_payable: whyNotTransferable(payout, affiliates.get(payout.affiliateId)),
    }),
  }));
}
