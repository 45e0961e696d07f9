import { type LedgerRow, worthOf } from "#shared/affiliates/commission.ts";
import type { Payout } from "#shared/payouts/payout.ts";
import type { PayoutRequest } from "#shared/payouts/request.ts";

/**
 * Chooses a payout's rows: all debts, then whole commissions, oldest first, until they cover the request. The last
 * commission may take the sum above the request.
 * @param rows debts first, as the ledger lists them
 */
export function planClaim(
  rows: readonly LedgerRow[],
  targetCents: number,
): { rows: LedgerRow[]; cents: number } {
  const taken: LedgerRow[] = [];
  let cents = 0;
  for (const row of rows) {
    if (row.kind === "commission" && cents >= targetCents) break;
    taken.push(row);
    cents += worthOf(row);
  }
  return { rows: taken, cents };
}

export const centsOf = (rows: readonly LedgerRow[]): number =>
  rows.reduce((sum, row) => sum + worthOf(row), 0);

export function newPayout(
  request: PayoutRequest,
  batchId: string,
  cents: number,
  hasAllRows: boolean,
): Payout {
  return {
    id: request.id,
    affiliateId: request.affiliateId,
    email: request.email,
    amountCents: cents,
    status: "pending",
    work: hasAllRows ? null : "claiming",
    requestedAt: request.requestedAt,
    batchId,
    approvedAt: null,
    transferredAt: null,
    destination: null,
    attempt: null,
    transferId: null,
    reason: null,
    refusal: null,
    reversedCents: 0,
    reversalIds: [],
    version: 1,
  };
}
