import { afterAll, describe, expect, test, vi } from "vitest";
import { worthOf } from "#shared/affiliates/commission.ts";
import { DAY } from "#shared/instant.ts";
import { followStatus, updateCommission } from "../../../functions/affiliates/earning/updateCommission.ts";
import {
  claimWrites,
  listClaimable,
  listOfPayout,
  releaseWrites,
  settleWrites,
} from "../../../functions/affiliates/ledger/claimTable.ts";
import { listMaturing, matureWrites } from "../../../functions/affiliates/ledger/table.ts";
import { transact } from "../../../functions/platform/dynamo.ts";
import { disputeWrite, paidWrite, refundWrite } from "../../support/facts.ts";
import { AFFILIATE, memoryLedger, paid, putAffiliate, START, sums } from "../../support/memory/ledger.ts";

const ledger = memoryLedger();
const LATER = new Date(START.getTime() + 40 * DAY);
afterAll(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const refund = (refundId: string, amountCents: number) =>
  transact([refundWrite({ paymentId: "pi", refundId, amountCents, counts: true, at: LATER.toISOString() })]);
const claim = async () => transact(claimWrites((await listClaimable(AFFILIATE)).rows, "po", LATER));
const mature = async () => {
  for (const one of (await listMaturing(LATER)).commissions) await transact(matureWrites([one], LATER));
};
const suspend = async () => {
  putAffiliate(ledger.rows, "suspended");
  await followStatus(AFFILIATE, LATER);
};

/** Updates the commission, and runs `happens` to its end right before the numbered database call. */
async function meanwhile(call: number, happens: () => Promise<void>): Promise<{ calls: number }> {
  let calls = 0;
  let isOther = false;
  ledger.network.turn = async () => {
    if (isOther) return;
    calls += 1;
    if (calls !== call) return;
    isOther = true;
    await happens();
    isOther = false;
  };
  await updateCommission("pi", LATER);
  ledger.network.turn = undefined;
  return { calls };
}

const KINDS: Record<
  string,
  { before?: () => Promise<void>; happens: () => Promise<void>; takenCents: number }
> = {
  "a payout claims the commission": { before: mature, happens: claim, takenCents: 200 },
  "the commission's payout is settled": {
    before: async () => {
      await mature();
      await claim();
    },
    happens: async () => transact(settleWrites(await listOfPayout(AFFILIATE, "po"), "po", LATER)),
    takenCents: 200,
  },
  "the commission's payout is canceled": {
    before: async () => {
      await mature();
      await claim();
    },
    happens: async () => transact(releaseWrites(await listOfPayout(AFFILIATE, "po"), "po", LATER)),
    takenCents: 200,
  },
  "the commission's hold ends": { happens: mature, takenCents: 200 },
  "the affiliate is suspended": { before: mature, happens: suspend, takenCents: 200 },
  "another refund is processed": {
    happens: async () => {
      await refund("re_2", 600);
      await updateCommission("pi", LATER);
    },
    takenCents: 320,
  },
  "another refund is stored but processed later": {
    happens: () => refund("re_2", 600),
    takenCents: 320,
  },
  "a dispute is lost": {
    happens: async () => {
      await transact([
        disputeWrite({
          paymentId: "pi",
          disputeId: "dp",
          amountCents: 3000,
          state: "lost",
          at: LATER.toISOString(),
        }),
      ]);
      await updateCommission("pi", LATER);
    },
    takenCents: 600,
  },
};

describe.each(Object.entries(KINDS))(
  "%s while a refund is processed",
  (_what, { before, happens, takenCents }) => {
    test("the sums and the amount taken back are correct, whichever database call is interrupted", async () => {
      let last = 1;
      // The affiliate earns 6.00 of a payment of 30.00, and a third of the payment is refunded.
      for (let call = 1; call <= last; call += 1) {
        ledger.reset(["ann"]);
        await transact([paidWrite(paid({ paymentId: "pi" }))]);
        await updateCommission("pi", START);
        await before?.();
        await refund("re_1", 1000);
        const { calls } = await meanwhile(call, happens);
        last = Math.max(last, call === 1 ? calls : last);
        await updateCommission("pi", LATER);
        const [commissions, debts, entries] = [ledger.commissions(), ledger.debts(), ledger.entries()];
        expect(ledger.balance(), `at call ${call}`).toEqual(sums(commissions, debts, entries));
        const [one] = commissions;
        expect((one?.reversedCents ?? 0) + (one?.debtCents ?? 0), `at call ${call}`).toBe(takenCents);
        const inRows = [...commissions, ...debts].filter(
          ({ status }) => !["paid", "void", "reversed"].includes(status),
        );
        expect(
          inRows.reduce((sum, row) => sum + worthOf(row), 0),
          `at call ${call}`,
        ).toBe(ledger.balance()?.balanceCents);
      }
      expect(last).toBeGreaterThan(4);
    });
  },
);

test("an affiliate who pays with the buyer's card while the buyer's payment is processed earns nothing from it", async () => {
  const card = { cardHash: "one card" };
  for (let call = 1, calls = 1; call <= calls; call += 1) {
    ledger.reset(["ann"]);
    const own = paid({ paymentId: "pi_own", userId: AFFILIATE, ...card });
    await transact([paidWrite(paid({ paymentId: "pi", ...card }))]);
    ({ calls } = await meanwhile(call, async () => {
      await transact([paidWrite(own)]);
      await updateCommission("pi_own", START);
    }));
    expect(ledger.commissions(), `call ${call}`).toMatchObject([{ id: "pi", selfReferral: "self_card" }]);
  }
});
