import fc from "fast-check";
import { expect, test } from "vitest";
import { HOUR, MINUTE } from "#shared/instant.ts";
import type { Payout } from "#shared/payouts/payout.ts";
import {
  AFFILIATES,
  act,
  ask,
  type ByHand,
  checkAlways,
  checkEnd,
  heal,
  MODES,
  retried,
  run,
  world,
} from "../support/memory/payoutDesk.ts";
import { type Outcome, putAffiliate } from "../support/memory/payouts.ts";
import { runs } from "../support/runs.ts";

const who = fc.constantFrom(...AFFILIATES);
const cents = fc.oneof(fc.constantFrom(1, 1999, 2000, 2001), fc.integer({ min: 1, max: 9000 }));
const fault = fc.option(fc.record({ at: fc.nat(24), mode: fc.constantFrom(...MODES) }), { freq: 3 });
const again = fc.constantFrom("now" as const, "after 25 hours" as const, "never" as const);
const kind = fc.constantFrom("calc" as const, "distribute" as const);
const step = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("earn" as const),
      who,
      cents: fc.array(cents, { minLength: 1, maxLength: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("takeBack" as const), who, cents }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("ask" as const), who, fault, again }) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant("act" as const),
      who,
      what: fc.constantFrom<ByHand>(
        "approve",
        "approve",
        "approve",
        "transfer",
        "transfer",
        "cancel",
        "reject",
      ),
      with: fc.option(fc.constantFrom<ByHand>("approve", "transfer", "cancel", "reject"), { freq: 2 }),
      order: fc.nat(1_000_000),
      fault,
      again,
    }),
  },
  {
    weight: 7,
    arbitrary: fc.record({
      do: fc.constant("run" as const),
      kind,
      isPreviewed: fc.boolean(),
      isTwice: fc.boolean(),
      fault,
      again,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("wait" as const),
      ms: fc.constantFrom(MINUTE, 6 * MINUTE, 11 * MINUTE, 25 * HOUR),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("balance" as const),
      cents: fc.constantFrom(0, 3000, 1_000_000_00),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("affiliate" as const),
      who,
      to: fc.constantFrom(
        {},
        { status: "suspended" },
        { payoutsEnabled: false },
        { stripeAccountId: "acct_x" },
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("refuse" as const), isRefused: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("comesBack" as const), share: fc.constantFrom(1, 2, 3), fault }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("duplicate" as const) }) },
);
const LASTING = { code: "transfers_not_allowed", message: "No transfers to this country." };
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
const BEGINNING: Step[] = [
  { do: "earn", who: "ann", cents: [1500, 1501] },
  { do: "earn", who: "bob", cents: [5000] },
  { do: "ask", who: "ann", fault: null, again: "never" },
  { do: "ask", who: "bob", fault: null, again: "never" },
];
const history = fc.array(step, { minLength: 2, maxLength: 14 });

/**
 * The second caller gets a CONFLICT, unless its call comes after Stripe has refused the first caller's transfer. In
 * that case each caller makes an attempt.
 */
function checkOnce(
  what: ByHand,
  came: Outcome[],
  before: Payout | undefined,
  after: Payout | undefined,
): void {
  const attempts = (after?.attempt?.number ?? 0) - (before?.attempt?.number ?? 0);
  if (what === "transfer" && after?.status === "failed" && attempts === came.length) {
    expect(came).toEqual(came.map(() => "ok"));
    return;
  }
  expect(
    came.filter((one) => one === "ok").length,
    `${what}, called by two operators at once: ${came.join()}`,
  ).toBeLessThanOrEqual(1);
  expect(came).toContain("conflict");
}

async function play(one: Step): Promise<void> {
  switch (one.do) {
    case "earn":
      return world.earn(one.who, one.cents);
    case "takeBack":
      return world.takeBack(one.who, one.cents);
    case "wait":
      return world.wait(one.ms);
    case "balance":
      world.transfers.balance = one.cents;
      return;
    case "refuse":
      world.transfers.refusal = one.isRefused ? LASTING : null;
      return;
    case "affiliate":
      return putAffiliate(world.rows, one.who, one.to);
    case "ask": {
      world.network.plan(one.fault ?? undefined);
      const { availableCents = 0 } = world.ofAffiliate(one.who).balance ?? {};
      return retried(one.again, () => world.invoke(ask(one.who, Math.max(2000, availableCents))));
    }
    case "act": {
      const id = world.requests().findLast(({ affiliateId }) => affiliateId === one.who)?.id;
      if (id === undefined) return;
      world.network.plan(one.fault ?? undefined);
      const payout = () => world.payouts().find((each) => each.id === id);
      return retried(one.again, async () => {
        const before = payout();
        const both = one.with === null ? [one.what] : [one.what, one.with];
        const came = await world.atOnce(one.order, ...both.map((what) => act(what, id)));
        if (one.fault === null && one.what === one.with) checkOnce(one.what, came, before, payout());
      });
    }
    case "run":
      world.network.plan(one.fault ?? undefined);
      return retried(one.again, () => run(one.kind, one.isPreviewed, one.isTwice));
    case "duplicate": {
      const paid = world.transfers.paid.at(-1);
      if (paid) world.transfers.duplicate(paid);
      return;
    }
    case "comesBack": {
      const paid = world.transfers.paid.at(-1);
      if (!paid || paid.reversals.length > 2) return;
      world.transfers.reverse(paid, Math.floor(paid.amount / (3 * one.share)));
      world.network.plan(one.fault ?? undefined);
      world.queued.push({
        queue: "payouts",
        body: JSON.stringify({ kind: "reversal", transferId: paid.id }),
      });
      return world.deliver();
    }
  }
}

test("any history of payouts, with any fault, makes at most one transfer per payout and keeps every sum right", async () => {
  const reached: Record<string, number> = {};
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      world.reset(AFFILIATES);
      for (const one of [...BEGINNING, ...steps]) {
        world.network.plan();
        await play(one);
        world.network.plan();
        checkAlways();
      }
      await heal();
      checkEnd();
      for (const { status } of world.payouts()) reached[status] = (reached[status] ?? 0) + 1;
    }),
    { numRuns: runs(1000) },
  );
  expect(Object.keys(reached)).toEqual(expect.arrayContaining(["paid", "canceled", "failed", "pending"]));
});
