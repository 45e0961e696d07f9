import { expect, test } from "vitest";
import {
  commissionEntry,
  paymentEntry,
  payoutEntry,
  revenueOf,
} from "../../../functions/insights/moneyRules.ts";

const paid = {
  paymentId: "pi_1",
  userId: "u1",
  product: "lifetime" as const,
  isFirst: true,
  startedAt: "2026-11-20T10:00:00.000Z",
  dueAt: "2026-11-20T10:00:00.000Z",
  paidAt: "2026-11-20T10:00:00.000Z",
  amountCents: 12_000,
  baseCents: 10_000,
  currency: "usd",
  cardHash: null,
};
const refund = (amountCents: number, counts = true) => ({
  paymentId: "pi_1",
  refundId: `re_${amountCents}`,
  at: paid.paidAt,
  amountCents,
  counts,
});
const dispute = (state: "none" | "open" | "won" | "lost") => ({
  paymentId: "pi_1",
  disputeId: "dp_1",
  at: paid.paidAt,
  amountCents: 12_000,
  state,
});

test.each([
  ["a payment counts without its tax", { paid, refunds: [], disputes: [] }, 10_000],
  ["a refund reduces revenue by its share", { paid, refunds: [refund(6000)], disputes: [] }, 5000],
  ["a failed refund changes nothing", { paid, refunds: [refund(6000, false)], disputes: [] }, 10_000],
  ["an open dispute changes nothing", { paid, refunds: [], disputes: [dispute("open")] }, 10_000],
  ["a lost dispute removes all revenue", { paid, refunds: [], disputes: [dispute("lost")] }, 0],
  [
    "a refund and a lost dispute together remove at most what was paid",
    { paid, refunds: [refund(6000)], disputes: [dispute("lost")] },
    0,
  ],
  ["an unpaid payment does not count", { paid: undefined, refunds: [refund(1)], disputes: [] }, 0],
  [
    "a free purchase does not count",
    { paid: { ...paid, amountCents: 0, baseCents: 0 }, refunds: [], disputes: [] },
    0,
  ],
])("%s", (_, facts, cents) => {
  expect(revenueOf(facts)).toBe(cents);
});

test("revenue counts on the day of the payment", () => {
  expect(paymentEntry("pi_1", { paid, refunds: [], disputes: [] })).toEqual({
    id: "payment#pi_1",
    recent: {
      id: "payment#pi_1",
      kind: "purchase",
      at: paid.paidAt,
      user_id: paid.userId,
      amount_cents: paid.amountCents,
      currency: paid.currency,
    },
    sums: [
      { figure: "revenueCents", day: null, amount: 10_000 },
      { figure: "revenueCents", day: "2026-11-20", amount: 10_000 },
    ],
  });
  expect(paymentEntry("pi_1", { paid, refunds: [], disputes: [dispute("lost")] }).sums).toEqual([]);
});

test("a payment's fee counts on the day of the payment, even after a full refund, and an unknown fee does not", () => {
  const facts = { paid: { ...paid, feeCents: 378 }, refunds: [refund(12_000)], disputes: [] };
  expect(paymentEntry("pi_1", facts).sums).toEqual([
    { figure: "count:fee", day: "2026-11-20", amount: 1, part: "growth" },
    { figure: "cents:fee", day: "2026-11-20", amount: 378, part: "growth" },
  ]);
  expect(paymentEntry("pi_1", { ...facts, paid }).sums).toEqual([]);
});

test("a commission counts without the amount taken back, and a void commission does not count", () => {
  const earned = {
    affiliateId: "a",
    id: "c",
    paidAt: paid.paidAt,
    earnedCents: 2000,
    reversedCents: 300,
    debtCents: 200,
  };
  const cents = (status: "paid" | "void") => commissionEntry({ ...earned, status }).sums[0]?.amount;
  expect([cents("paid"), cents("void")]).toEqual([1500, undefined]);
});

const payout = {
  id: "a-000001",
  affiliateId: "a",
  email: "Ann@Example.com",
  amountCents: 2500,
  status: "paid" as const,
  ...{ work: null, requestedAt: paid.paidAt, batchId: "b", approvedAt: null, transferredAt: null },
  ...{ destination: null, attempt: null, transferId: null, reason: null, refusal: null },
  ...{ reversedCents: 0, reversalIds: [], version: 1 },
};

test("a payout is found by its affiliate's email address, unless the account was deleted", () => {
  expect(payoutEntry(payout).words).toEqual(["ann@example.com"]);
  expect(payoutEntry({ ...payout, email: "deleted@invalid" }).words).toEqual([]);
});

test("a payout counts on the day of its transfer, without the part that was returned", () => {
  expect(payoutEntry(payout).sums).toEqual([]);
  const transferredAt = "2026-12-01T00:10:00.000Z";
  expect(payoutEntry({ ...payout, transferredAt, reversedCents: 300 }).sums).toEqual([
    { figure: "count:payout", day: "2026-12-01", amount: 1, part: "growth" },
    { figure: "cents:payout", day: "2026-12-01", amount: 2200, part: "growth" },
  ]);
});
