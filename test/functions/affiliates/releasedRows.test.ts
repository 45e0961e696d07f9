import { expect, test } from "vitest";
import { Commission, worthOf } from "#shared/affiliates/commission.ts";
import { released } from "../../../functions/affiliates/ledger/rules.ts";

const NOW = new Date("2026-03-15T12:00:00Z");
const IN_PAYOUT = Commission.parse({
  kind: "commission",
  affiliateId: "ann",
  id: "in_1",
  buyerUserId: "buyer",
  product: "lifetime",
  paidAt: "2026-01-01T00:00:00.000Z",
  baseCents: 4000_00,
  rateBasisPoints: 2000,
  earnedCents: 800_00,
  reversedCents: 0,
  debtCents: 0,
  takenBackBy: [],
  status: "in_payout",
  holds: [],
  selfReferral: null,
  isFirstEarned: true,
  matureAt: "2026-03-02T00:00:00.000Z",
  payoutId: "ann-000001",
  version: 3,
  updatedAt: "2026-03-03T00:00:00.000Z",
});

test.each([
  ["a self-referral", "self_card" as const],
  ["a returned payment", null],
])(
  "when a payout is canceled, its commission becomes available in full and so offsets the debt from %s",
  (_what, selfReferral) => {
    const [change] = released([{ ...IN_PAYOUT, selfReferral, debtCents: 800_00 }], "ann-000001", NOW);
    expect(change?.after).toMatchObject({ status: "available", payoutId: null });
    expect(change && worthOf(change.after)).toBe(800_00);
  },
);

test.each([
  ["a hold for a suspension", "held", { holds: ["suspended" as const] }],
  ["a hold that is not over", "pending", { matureAt: "2026-04-01T00:00:00.000Z" }],
  ["no hold", "available", {}],
])("a commission with %s gets the status %s when its payout is canceled", (_what, status, change) => {
  const [left] = released([{ ...IN_PAYOUT, ...change }], "ann-000001", NOW);
  expect(left?.after).toMatchObject({ status, payoutId: null });
});
