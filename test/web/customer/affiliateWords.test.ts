import { describe, expect, test } from "vitest";
import { CommissionStatus } from "#shared/affiliates/commission.ts";
import type { OwnPayout } from "#shared/payouts/customer.ts";
import { PayoutStatus } from "#shared/payouts/states.ts";
import { centsOf } from "../../../web/src/customer/affiliate/cents.ts";
import {
  type Conversion,
  isOpen,
  tellConversion,
  tellPayout,
} from "../../../web/src/customer/affiliate/words.ts";

const conversion = (changes: Partial<Conversion> = {}): Conversion => ({
  id: "in_1",
  at: "2026-11-01T10:00:00.000Z",
  amount_cents: 3000,
  currency: "usd",
  status: "success",
  earned_cents: 600,
  reversed_cents: 0,
  state: "pending",
  available_at: "2026-12-06T10:00:00.000Z",
  reason: null,
  ...changes,
});
type Paid = NonNullable<OwnPayout["payout"]>;
const payout = (status: Paid["status"], changes: Partial<Paid> = {}): OwnPayout => ({
  id: "r-1",
  requested_amount_cents: 2000,
  requested_at: "2026-11-01T10:00:00.000Z",
  status: "approved",
  reason: null,
  payout: {
    amount_cents: 2400,
    status,
    paid_at: null,
    reason: null,
    transfer_id: null,
    reversed_cents: 0,
    ...changes,
  },
});

describe("a conversion", () => {
  test("on hold shows the end of its hold", () => {
    expect(tellConversion(conversion()).label).toMatch(/^On hold until .*2026/);
  });

  test("has a different label for each state", () => {
    const labels = CommissionStatus.options.map((state) => tellConversion(conversion({ state })).label);
    expect(new Set(labels).size).toBe(CommissionStatus.options.length);
  });

  test.each(["self_account", "self_address", "self_card", "self_team", "dispute", "suspended"])(
    "has a sentence for the reason %s",
    (reason) => {
      expect(tellConversion(conversion({ state: "held", reason })).because).toMatch(/^[A-Z].* .*\.$/);
    },
  );

  test("shows a reversed part with its amount", () => {
    expect(tellConversion(conversion({ state: "available", reversed_cents: 201 })).because).toBe(
      "$2.01 was taken back after a refund or a lost dispute.",
    );
  });
});

describe("a payout", () => {
  test("has a label for each state, and allows another request only in a final state", () => {
    for (const status of PayoutStatus.options) expect(tellPayout(payout(status)).label).not.toBe("");
    expect(PayoutStatus.options.filter((status) => !isOpen(payout(status)))).toEqual(["paid", "canceled"]);
    expect(isOpen({ ...payout("pending"), status: "pending", payout: null })).toBe(true);
    expect(isOpen({ ...payout("pending"), status: "rejected", payout: null })).toBe(false);
  });

  test("shows the reason of a rejected request and a failed transfer", () => {
    expect(
      tellPayout({ ...payout("pending"), status: "rejected", reason: "Ads on our name.", payout: null }),
    ).toEqual({ label: "Rejected", tone: "bad", because: "Ads on our name." });
    expect(tellPayout(payout("failed", { reason: "Stripe says the account is closed." })).because).toBe(
      "Stripe says the account is closed.",
    );
  });
});

test.each([
  ["20", 2000],
  ["20.5", 2050],
  ["$1,234.56", 123456],
  ["1 234,05", 123405],
  ["0.29", 29],
  ["1.005", null],
  ["-5", null],
  ["1e3", null],
  ["", null],
])("the typed amount %j is %s cents", (typed, cents) => {
  expect(centsOf(typed)).toBe(cents);
});
