import { describe, expect, test } from "vitest";
import { HOUR, MINUTE } from "#shared/instant.ts";
import { ATTEMPT_MAY_ARRIVE_FOR, type Payout } from "#shared/payouts/payout.ts";
import { PAYOUT_NEXT, PayoutStatus } from "#shared/payouts/states.ts";
import { newPayout, planClaim } from "../../../functions/payouts/claims/rules.ts";
import { move } from "../../../functions/payouts/rules.ts";
import { beginTransfer, idempotencyKey, retryAttempt } from "../../../functions/payouts/transfers/rules.ts";
import { commissionOf } from "../../support/commissions.ts";

const NOW = new Date("2026-11-20T12:00:00.000Z");
const later = (ms: number) => new Date(NOW.getTime() + ms);

const payout = (change: Partial<Payout> = {}): Payout => ({
  ...newPayout(
    {
      id: "ann-000001",
      affiliateId: "ann",
      email: "ann@example.com",
      requestedCents: 3000,
      status: "pending",
      requestedAt: NOW.toISOString(),
      decidedAt: null,
      reason: null,
      isCalculated: false,
    },
    "batch",
    3000,
    true,
  ),
  ...change,
});

describe("a payout's status", () => {
  test.each(PayoutStatus.options)("%s may change exactly as the table allows", (from) => {
    const next: readonly string[] = PAYOUT_NEXT[from];
    const reached = PayoutStatus.options.filter((to) => {
      try {
        return move(payout({ status: from }), to).status === to;
      } catch {
        return false;
      }
    });
    expect(reached.sort()).toEqual([...next].sort());
  });
});

describe("an attempt", () => {
  const begun = beginTransfer(payout({ status: "approved" }), null, NOW);

  test("is numbered from 1 and has its own idempotency key", () => {
    expect(begun.attempt?.number).toBe(1);
    const again = beginTransfer({ ...begun, status: "failed" }, null, later(HOUR));
    expect(again.attempt?.number).toBe(2);
    expect(idempotencyKey("p", 1)).toBe("payout-p-1");
    expect(idempotencyKey("p", 2)).toBe("payout-p-2");
  });

  test("is repeated with its own key while it may still arrive", () => {
    const again = retryAttempt(begun, null, later(ATTEMPT_MAY_ARRIVE_FOR - 1));
    expect(again?.attempt).toMatchObject({ number: 1, startedAt: NOW.toISOString() });
  });

  test("is followed by another attempt only when its start and its last try are both old enough", () => {
    const tried = retryAttempt(begun, null, later(6 * MINUTE)) ?? begun;
    expect(retryAttempt(tried, null, later(12 * MINUTE))).toBeUndefined();
    expect(retryAttempt(tried, null, later(16 * MINUTE))?.attempt?.number).toBe(2);
    expect(retryAttempt(begun, null, later(25 * HOUR))?.attempt?.number).toBe(2);
  });
});

describe("a payout claims", () => {
  const debt = (amountCents: number) => ({ ...commissionOf("ann", -amountCents), id: "debt" });

  test("whole commissions, oldest first, until the amount is covered", () => {
    const rows = [1000, 1500, 900, 800].map((cents) => commissionOf("ann", cents));
    expect(planClaim(rows, 2600)).toEqual({ rows: rows.slice(0, 3), cents: 3400 });
    expect(planClaim(rows, 2500)).toEqual({ rows: rows.slice(0, 2), cents: 2500 });
  });

  test("at most the available amount, less the debts", () => {
    expect(planClaim([commissionOf("ann", 1000)], 5000).cents).toBe(1000);
    const rows = [debt(700), commissionOf("ann", 2500)];
    expect(planClaim(rows, 2000).cents).toBe(1800);
    expect(planClaim([debt(700), commissionOf("ann", 500)], 2000).cents).toBe(-200);
  });
});
