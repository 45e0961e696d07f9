import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { followStatus } from "../../../functions/affiliates/earning/updateCommission.ts";
import { makePayout, resumeClaim } from "../../../functions/payouts/claims/makePayout.ts";
import { createRequest, findPayout } from "../../../functions/payouts/table.ts";
import { transact } from "../../../functions/platform/dynamo.ts";
import { commissionOf, earnWrites } from "../../support/commissions.ts";
import { AFFILIATE, memoryLedger, putAffiliate, START, sums } from "../../support/memory/ledger.ts";

const ledger = memoryLedger();
const ID = `${AFFILIATE}-000001`;
afterAll(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** 200 commissions of a dollar each, and a request whose claim takes three transactions. */
beforeEach(async () => {
  ledger.reset([]);
  for (let page = 0; page < 5; page += 1) {
    const commissions = Array.from({ length: 40 }, (_, index) =>
      commissionOf(AFFILIATE, 100, { id: `in_${page}_${index}` }),
    );
    await transact(earnWrites(commissions));
  }
  const asked = {
    id: ID,
    affiliateId: AFFILIATE,
    email: "",
    requestedCents: 19_000,
    requestedAt: START.toISOString(),
  };
  const open = { status: "pending" as const, decidedAt: null, reason: null, isCalculated: false };
  await transact(createRequest({ ...asked, ...open }));
  ledger.network.plan();
});

/** Suspends the affiliate right before the transaction with this number. No stream follows the change yet. */
function suspendBefore(transaction: number): void {
  let seen = 0;
  ledger.network.turn = async ({ operation }) => {
    if (operation !== "TransactWriteItems") return;
    seen += 1;
    if (seen === transaction) putAffiliate(ledger.rows, "suspended");
  };
}

const make = () => makePayout(ID, "batch", undefined, START);
const expectSums = () =>
  expect(ledger.balance()).toEqual(sums(ledger.commissions(), ledger.debts(), ledger.entries()));

test("a request claims all the rows it needs in several transactions", async () => {
  expect(await make()).toMatchObject({ outcome: "calculated", amountCents: 19_000, reason: null });
  expect(await findPayout(ID)).toMatchObject({ amountCents: 19_000, work: null, status: "pending" });
  expect(ledger.balance()).toMatchObject({ availableCents: 1000, inPayoutCents: 19_000 });
  expectSums();
});

test("an affiliate who is suspended before the claim gets no payout", async () => {
  suspendBefore(1);
  expect(await make()).toMatchObject({ outcome: "skipped", reason: "The affiliate is suspended." });
  expect(await findPayout(ID)).toBeUndefined();
  expect(ledger.balance()).toMatchObject({ availableCents: 20_000, inPayoutCents: 0 });
});

test("an affiliate who is suspended during the claim keeps the claimed rows, and the rest is held", async () => {
  suspendBefore(2);
  expect(await make()).toMatchObject({ outcome: "calculated", amountCents: 8000 });
  const payout = await findPayout(ID);
  expect(payout).toMatchObject({ amountCents: 8000, work: null });
  await followStatus(AFFILIATE, START);
  expect(ledger.balance()).toMatchObject({ availableCents: 0, heldCents: 12_000, inPayoutCents: 8000 });
  expectSums();
  if (payout) await resumeClaim(payout, START);
  expect(await findPayout(ID)).toEqual(payout);
});
