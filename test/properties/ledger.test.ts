import fc from "fast-check";
import { afterAll, describe, expect, test, vi } from "vitest";
import { worthOf } from "#shared/affiliates/commission.ts";
import { Listed, listedOf } from "#shared/affiliates/listed.ts";
import { DAY } from "#shared/instant.ts";
import { followStatus, updateCommission } from "../../functions/affiliates/earning/updateCommission.ts";
import {
  claimWrites,
  listClaimable,
  listOfPayout,
  releaseWrites,
  settleWrites,
} from "../../functions/affiliates/ledger/claimTable.ts";
import { listMaturing, matureWrites } from "../../functions/affiliates/ledger/table.ts";
import { transact, WriteConflict } from "../../functions/platform/dynamo.ts";
import { disputeWrite, paidWrite, refundWrite } from "../support/facts.ts";
import { AFFILIATE, memoryLedger, paid, putAffiliate, START, sums } from "../support/memory/ledger.ts";
import { ConnectionLost, type Mode } from "../support/memory/network.ts";
import { runs } from "../support/runs.ts";

const BUYERS = ["ann", "bob", AFFILIATE];
const ledger = memoryLedger();
afterAll(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const cents = fc.oneof(fc.constantFrom(0, 1, 3, 99, 3001), fc.integer({ min: 0, max: 400_000 }));
const payment = fc.record({
  buyer: fc.constantFrom(...BUYERS),
  amountCents: cents,
  taxPercent: fc.constantFrom(0, 0, 19),
  product: fc.constantFrom("subscription" as const, "lifetime" as const),
  cardHash: fc.constantFrom(null, "card of many", "other card"),
});
const which = fc.integer({ min: 0, max: 3 });
const mode = fc.constantFrom<Mode>("refused", "lost", "asked again");
const step = fc.oneof(
  fc.record({ do: fc.constant("pay" as const), which }),
  fc.record({ do: fc.constant("refund" as const), which, id: fc.nat(2), cents, fails: fc.boolean() }),
  fc.record({
    do: fc.constant("dispute" as const),
    which,
    id: fc.nat(1),
    cents,
    state: fc.constantFrom("none" as const, "open" as const, "won" as const, "lost" as const),
  }),
  fc.record({
    do: fc.constant("status" as const),
    to: fc.constantFrom("active" as const, "suspended" as const),
  }),
  fc.record({ do: fc.constant("wait" as const), days: fc.integer({ min: 1, max: 40 }) }),
  fc.record({
    do: fc.constantFrom("mature" as const, "claim" as const, "settle" as const, "cancel" as const),
  }),
  fc.record({
    do: fc.constant("deliver" as const),
    these: fc.array(which, { minLength: 1, maxLength: 3 }),
    fault: fc.option(fc.record({ at: fc.nat(12), mode })),
  }),
);
const history = fc.record({
  payments: fc.array(payment, { minLength: 4, maxLength: 4 }),
  steps: fc.array(step, { minLength: 3, maxLength: 24 }),
  order: fc.array(fc.nat(1000), { minLength: 4, maxLength: 4 }),
});
type History = typeof history extends fc.Arbitrary<infer H> ? H : never;
type Step = History["steps"][number];

const idOf = (index: number) => `pi_${index}`;
const factOf = ({ payments }: History, index: number) => {
  const { buyer, amountCents, taxPercent, product, cardHash } = payments[index] ?? payments[0] ?? never();
  const baseCents = amountCents - Math.floor((amountCents * taxPercent) / 100);
  return paid({ paymentId: idOf(index), userId: buyer, amountCents, baseCents, product, cardHash });
};
function never(): never {
  throw new Error("a history has no payment");
}

/** Repeats a call after a fault, as a stream does. */
async function insist(work: () => Promise<void>): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      await work();
      return;
    } catch (error) {
      if (tries > 3 || !isFault(error)) throw error;
      ledger.network.plan();
    }
  }
}
function isFault(error: unknown): boolean {
  return error instanceof ConnectionLost || (error instanceof Error && isFault(error.cause));
}

/** Ignores a write conflict. */
async function quietly(write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
  }
}

async function play(given: History): Promise<{ paidOut: number }> {
  let now = START;
  let payouts = 0;
  let open: string | undefined;
  let paidOut = 0;
  const claimedBy = async (id: string) => listOfPayout(AFFILIATE, id);
  const act: { [D in Step["do"]]: (one: Extract<Step, { do: D }>) => Promise<void> } = {
    pay: ({ which }) => transact([paidWrite(factOf(given, which))]),
    refund: ({ which, id, cents, fails }) =>
      quietly(() => {
        // The id contains the amount, because the amount of a refund never changes.
        const refundId = `re_${which}_${id}_${cents}`;
        return transact([
          refundWrite({
            paymentId: idOf(which),
            refundId,
            amountCents: cents,
            counts: !fails,
            at: now.toISOString(),
          }),
        ]);
      }),
    dispute: ({ which, id, cents, state }) =>
      quietly(() => {
        const disputeId = `dp_${which}_${id}_${cents}`;
        return transact([
          disputeWrite({
            paymentId: idOf(which),
            disputeId,
            amountCents: cents,
            state,
            at: now.toISOString(),
          }),
        ]);
      }),
    status: async ({ to }) => {
      putAffiliate(ledger.rows, to);
      await followStatus(AFFILIATE, now);
    },
    wait: async ({ days }) => {
      now = new Date(now.getTime() + days * DAY);
    },
    mature: async () => {
      const { commissions } = await listMaturing(now);
      for (const commission of commissions) await transact(matureWrites([commission], now));
    },
    claim: async () => {
      const { rows } = await listClaimable(AFFILIATE);
      const worth = rows.reduce((sum, row) => sum + worthOf(row), 0);
      if (open !== undefined || worth <= 0) return;
      payouts += 1;
      open = `po_${payouts}`;
      await transact(claimWrites(rows, open, now));
    },
    settle: async () => {
      if (open === undefined) return;
      const rows = await claimedBy(open);
      paidOut += rows.reduce((sum, row) => sum + worthOf(row), 0);
      await transact(settleWrites(rows, open, now));
      open = undefined;
    },
    cancel: async () => {
      if (open === undefined) return;
      await transact(releaseWrites(await claimedBy(open), open, now));
      open = undefined;
    },
    deliver: async ({ these, fault }) => {
      ledger.network.plan(fault ?? undefined);
      let ticks = 0;
      // Runs the updates at once, and delays each call by a different number of ticks.
      ledger.network.turn = async () => {
        ticks = (ticks * 7 + 3) % 11;
        for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve();
      };
      await Promise.all(these.map((index) => insist(() => updateCommission(idOf(index), now))));
      ledger.network.plan();
      ledger.network.turn = undefined;
    },
  };
  for (const one of given.steps) await act[one.do](one as never);
  // Every payment is delivered in the end, in any order.
  const last = given.payments.map((_, index) => index);
  last.sort((a, b) => (given.order[a] ?? 0) - (given.order[b] ?? 0));
  for (const index of last) await updateCommission(idOf(index), now);
  return { paidOut };
}

/** Calculates the commission, a fifth of the base rounded down, independently of the tested code. */
function expectedOf(given: History, index: number): { earned: number; taken: number; isSelf: boolean } {
  const fact = factOf(given, index);
  const earned = Math.floor(fact.baseCents / 5);
  const effects = ledger.rows
    .of("events")
    .filter(
      ({ pk, counts, state }) => pk === `payment#${idOf(index)}` && (counts === true || state === "lost"),
    );
  // Several partial returns take back as much as their sum.
  const back = effects.reduce((sum, { amountCents }) => sum + BigInt(Number(amountCents)), 0n);
  const whole = BigInt(fact.amountCents);
  const part = back < whole ? back : whole;
  const base = whole === 0n ? 0n : (part * BigInt(fact.baseCents)) / whole;
  const cards = new Set(
    ledger.rows
      .of("events")
      .filter(({ sk, userId }) => sk === "paid" && userId === AFFILIATE)
      .map(({ cardHash }) => cardHash),
  );
  const isSelf = fact.userId === AFFILIATE || (fact.cardHash !== null && cards.has(fact.cardHash));
  return { earned, taken: isSelf ? earned : Math.min(earned, Number(base / 5n)), isSelf };
}

function check(given: History, paidOut: number): void {
  const commissions = ledger.commissions();
  const debts = ledger.debts();
  const entries = ledger.entries();
  const expected = sums(commissions, debts, entries);
  expect(ledger.balance() ?? sums([], [], [])).toEqual(expected);
  const row = ledger.rows.of("affiliates").find(({ sk }) => sk === "affiliate");
  expect(Listed.parse(row)).toMatchObject(listedOf(expected));
  const { balanceCents, pendingCents, availableCents, heldCents, inPayoutCents } = expected;
  expect(balanceCents).toBe(pendingCents + availableCents + heldCents + inPayoutCents);
  expect(expected.paidOutCents).toBe(paidOut);
  const wasPaid = given.payments.flatMap((_, index) => {
    const fact = ledger.rows
      .of("events")
      .find(({ pk, sk }) => pk === `payment#${idOf(index)}` && sk === "paid");
    return fact && Number(fact.baseCents) > 0 ? [index] : [];
  });
  expect(commissions.map(({ id }) => id).sort()).toEqual(wasPaid.map(idOf).sort());
  for (const index of wasPaid) {
    const { earned, taken, isSelf } = expectedOf(given, index);
    const row = commissions.find(({ id }) => id === idOf(index));
    expect(row).toMatchObject({ earnedCents: earned });
    expect((row?.reversedCents ?? 0) + (row?.debtCents ?? 0)).toBe(taken);
    expect(row?.reversedCents).toBeGreaterThanOrEqual(0);
    expect(row?.reversedCents).toBeLessThanOrEqual(earned);
    expect(row?.selfReferral !== null).toBe(isSelf);
    const own = debts.filter(({ commissionId }) => commissionId === idOf(index));
    expect(own.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(row?.debtCents);
  }
}

describe("any history of payments, refunds, disputes, suspensions and payouts", () => {
  test("keeps every sum right, even with faults and simultaneous calls", async () => {
    await fc.assert(
      fc
        .asyncProperty(history, async (given) => {
          const { paidOut } = await play(given);
          check(given, paidOut);
        })
        .beforeEach(() => ledger.reset(BUYERS)),
      { numRuns: runs(2000) },
    );
  });

  test("leads to the same commissions in any order of deliveries, even if deliveries are repeated", async () => {
    const withoutPayouts = history.map((given) => ({
      ...given,
      steps: given.steps.filter(({ do: what }) => what === "pay" || what === "refund" || what === "dispute"),
    }));
    await fc.assert(
      fc.asyncProperty(
        withoutPayouts,
        fc.array(fc.array(which, { maxLength: 3 }), { maxLength: 24 }),
        async (given, heard) => {
          ledger.reset(BUYERS);
          await play(given);
          const wanted = outcome();
          const facts = ledger.rows.of("events").map((row) => ({ ...row }));
          ledger.reset(BUYERS);
          await play({
            ...given,
            steps: given.steps.flatMap((one, index) => [
              one,
              ...(heard[index] ?? []).map((index) => ({
                do: "deliver" as const,
                these: [index],
                fault: null,
              })),
            ]),
            order: given.order.toReversed(),
          });
          expect(ledger.rows.of("events")).toEqual(facts);
          expect(outcome()).toEqual(wanted);
        },
      ),
      { numRuns: runs(700) },
    );
  });
});

function outcome() {
  const { earnedCents: _earned, reversedCents: _reversed, ...balance } = ledger.balance() ?? sums([], [], []);
  // The order decides which commission is the first. Only the mail about the first commission depends on it.
  const rows = ledger
    .commissions()
    .map(({ version: _version, updatedAt: _updatedAt, isFirstEarned: _isFirst, ...row }) => row);
  return { balance, rows: rows.sort((a, b) => a.id.localeCompare(b.id)) };
}
