import { randomUUID } from "node:crypto";
import type { Commission } from "#shared/affiliates/commission.ts";
import { changeWrites } from "../../functions/affiliates/ledger/table.ts";

const LONG_AGO = "2026-01-05T08:00:00.000Z";

/** The ledger's row of a payment's commission. By default its hold is over. */
export const commissionOf = (
  affiliateId: string,
  earnedCents: number,
  change: Partial<Commission> = {},
): Commission => ({
  kind: "commission",
  affiliateId,
  id: `in_${randomUUID()}`,
  buyerUserId: "buyer",
  product: "subscription",
  paidAt: LONG_AGO,
  baseCents: earnedCents * 5,
  rateBasisPoints: 2000,
  earnedCents,
  reversedCents: 0,
  debtCents: 0,
  takenBackBy: [],
  status: "available",
  holds: [],
  selfReferral: null,
  isFirstEarned: false,
  matureAt: LONG_AGO,
  payoutId: null,
  version: 1,
  updatedAt: LONG_AGO,
  ...change,
});

/** The ledger's writes for these commissions, their entries and the balance. */
export function earnWrites(commissions: readonly Commission[]) {
  const affiliateId = commissions[0]?.affiliateId ?? "";
  return changeWrites(
    affiliateId,
    commissions.map((after) => ({ after })),
    commissions.map(({ id, earnedCents, paidAt }) => ({
      affiliateId,
      id: `earned/${id}`,
      kind: "earned" as const,
      amountCents: earnedCents,
      at: paidAt,
      commissionId: id,
      payoutId: null,
      source: id,
    })),
  );
}
