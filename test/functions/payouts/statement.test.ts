import { expect, test } from "vitest";
import type { Commission, Debt, LedgerRow } from "#shared/affiliates/commission.ts";
import type { Payout } from "#shared/payouts/payout.ts";
import { statementCsv, statementText } from "../../../functions/payouts/statementRules.ts";

const commission = (change: Partial<Commission>) =>
  ({
    kind: "commission",
    product: "subscription",
    paidAt: "2026-10-02T10:00:00.000Z",
    baseCents: 30_00,
    rateBasisPoints: 2_000,
    earnedCents: 6_00,
    reversedCents: 0,
    buyerUserId: "buyer-of-the-test",
    ...change,
  }) as Commission;
const debt = (change: Partial<Debt>) =>
  ({
    kind: "debt",
    since: "2026-10-05T10:00:00.000Z",
    commissionId: "c",
    amountCents: 2_00,
    ...change,
  }) as Debt;
const ROWS: readonly LedgerRow[] = [
  commission({
    product: "lifetime",
    paidAt: "2026-10-03T10:00:00.000Z",
    baseCents: 4000_00,
    earnedCents: 800_00,
  }),
  commission({ reversedCents: 1_00 }),
  debt({}),
];
const PAYOUT = {
  id: "ann-000001",
  affiliateId: "ann",
  email: "ann@example.com",
  amountCents: 803_00,
  status: "paid",
  requestedAt: "2026-11-20T10:00:00.000Z",
  transferredAt: "2026-11-23T10:00:00.000Z",
  transferId: "tr_1",
  reversedCents: 0,
} as Payout;

test("a statement's CSV file has a line for each commission and each sum taken back, and ends with the amount paid", () => {
  expect(statementCsv(PAYOUT, ROWS).split("\r\n")).toEqual([
    "date,what,payment_before_tax_usd,rate_percent,taken_back_usd,amount_usd",
    "2026-10-02,Subscription,30.00,20,1.00,5.00",
    "2026-10-03,Lifetime license,4000.00,20,,800.00",
    "2026-10-05,Taken back after a refund or a dispute,,,,-2.00",
    "2026-11-23,Paid,,,,803.00",
    "",
  ]);
});

test("the lines of a statement's CSV file add up to the amount paid", () => {
  const cents = statementCsv(PAYOUT, ROWS)
    .trim()
    .split("\r\n")
    .slice(1)
    .map((line) => Math.round(Number(line.split(",").at(-1)) * 100));
  expect(cents.slice(0, -1).reduce((sum, each) => sum + each, 0)).toBe(cents.at(-1));
});

test("a statement's text names the affiliate and the transfer, but no buyer", () => {
  const text = statementText({ ...PAYOUT, reversedCents: 3_00 }, ROWS);
  expect(text).toContain("Paid on: November 23, 2026 (UTC)");
  expect(text).toContain("Stripe transfer: tr_1");
  expect(text).toContain("Paid to: ann@example.com");
  expect(text).toContain("Lifetime license, 20% of $4,000.00: $800.00");
  expect(text).toContain("Subscription, 20% of $30.00 = $6.00, less $1.00 taken back: $5.00");
  expect(text).toContain("Of that, Stripe later took back: $3.00");
  expect(text).not.toContain("buyer-of-the-test");
  expect(text).toContain("Paid: $803.00");
});

test("a statement's text keeps Polish and Chinese letters", () => {
  expect(statementText({ ...PAYOUT, email: "łukasz@李.example" }, ROWS)).toContain(
    "Paid to: łukasz@李.example",
  );
});

test("a statement lists a returned amount with its reason", () => {
  const back = [debt({ commissionId: null, amountCents: -4_00 }), debt({ amountCents: -1_00 })];
  expect(statementCsv(PAYOUT, back)).toContain("An earlier payout that was returned,,,,4.00");
  expect(statementCsv(PAYOUT, back)).toContain("Given back after a failed refund or a won dispute,,,,1.00");
});
