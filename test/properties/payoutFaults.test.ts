import { expect, test } from "vitest";
import { HOUR, MINUTE } from "#shared/instant.ts";
import { startScheduled } from "../../functions/payouts/batches/start.ts";
import {
  AFFILIATES,
  act,
  ask,
  checkAlways,
  checkEnd,
  heal,
  MODES,
  retried,
  run,
  world,
} from "../support/memory/payoutDesk.ts";

// Two rows meet every fault. 90 rows take several transactions, between which a death can fall.
const SIZES = [
  { rows: [1500, 1501], modes: MODES, whens: ["now", "after 25 hours"] },
  { rows: Array.from({ length: 90 }, () => 34), modes: ["killed after"], whens: ["now"] },
] as const;
const ANN = "ann-000001";
/** Index of the call that creates the transfer at Stripe when an operator transfers by hand. */
const TRANSFERRED_AT = 3;
/** The same index in a second attempt, which begins by checking whether the first transfer has arrived. */
const RETRIED_AT = 3;

type Way = {
  name: string;
  before: () => Promise<unknown>;
  work: () => Promise<unknown>;
  ends: "paid" | "canceled";
};
const invoked = (work: () => Promise<unknown>) => async () => void (await world.invoke(work));
async function calculated(): Promise<void> {
  await invoked(ask("ann", 3000))();
  await run("calc");
}
async function approved(): Promise<void> {
  await calculated();
  await invoked(act("approve", ANN))();
}
/** Makes a transfer whose function dies before it gets Stripe's answer. */
async function abandoned(): Promise<void> {
  await approved();
  world.network.plan({ at: TRANSFERRED_AT, mode: "killed after" });
  await invoked(act("transfer", ANN))();
  expect(world.network.calls.at(-1)?.operation).toBe("transfers.create");
  world.network.plan();
  world.wait(25 * HOUR);
}
const WAYS: Way[] = [
  { name: "a request", before: async () => {}, work: invoked(ask("ann", 3000)), ends: "paid" },
  { name: "a calculation", before: invoked(ask("ann", 3000)), work: () => run("calc"), ends: "paid" },
  {
    name: "a previewed calculation",
    before: invoked(ask("ann", 3000)),
    work: () => run("calc", true),
    ends: "paid",
  },
  { name: "an approval", before: calculated, work: invoked(act("approve", ANN)), ends: "paid" },
  { name: "a transfer by hand", before: approved, work: invoked(act("transfer", ANN)), ends: "paid" },
  { name: "a distribution", before: approved, work: () => run("distribute"), ends: "paid" },
  { name: "a previewed distribution", before: approved, work: () => run("distribute", true), ends: "paid" },
  { name: "a cancellation", before: approved, work: invoked(act("cancel", ANN)), ends: "canceled" },
  { name: "a rejection", before: calculated, work: invoked(act("reject", ANN)), ends: "canceled" },
];

async function goOn({ ends }: Way): Promise<void> {
  world.network.plan();
  if (ends !== "paid") return heal();
  await world.invoke(ask("ann", 3000));
  await run("calc");
  await world.invoke(act("approve", ANN));
  await heal();
}

/** Prepares Ann's commissions and the earlier steps. @returns a function that restores this state */
async function begun(rows: readonly number[], before: () => Promise<unknown>): Promise<() => void> {
  world.reset(AFFILIATES);
  await world.earn("ann", rows);
  await before();
  return world.keep();
}

test.each(WAYS)(
  "$name ends as usual after a fault at any call and a retry, at once or 25 hours later",
  async (way) => {
    for (const { rows, modes, whens } of SIZES) {
      const begin = await begun(rows, way.before);
      begin();
      await way.work();
      const calls = [...world.network.calls];
      expect(calls.length).toBeGreaterThan(1);
      for (const [at, call] of calls.entries())
        for (const mode of modes)
          for (const when of whens) {
            const where = `${rows.length} rows, call ${at} of ${calls.length}, ${call.service} ${call.operation} ${mode}, again ${when}`;
            begin();
            world.network.plan({ at, mode });
            await retried(when, way.work);
            checkAlways();
            await goOn(way);
            checkEnd();
            const [payout] = world.payouts();
            expect(payout?.status, where).toBe(way.ends);
            expect(world.ofAffiliate("ann").balance?.inPayoutCents, where).toBe(0);
          }
    }
  },
);

// A transfer is audited as an intent and as a result. An abandoned transfer lacks only the result.
test.each([
  ["approve", calculated, 1],
  ["transfer", approved, 2],
  ["transfer", abandoned, 1],
  ["cancel", approved, 1],
  ["reject", calculated, 1],
] as const)(
  "%s, called by two operators at once, has one effect and one 409",
  async (what, before, entries) => {
    const begin = await begun([1500, 1501], before);
    for (let order = 0; order < 200; order += 1) {
      begin();
      const audits = world.audits(`payouts/${what}`);
      const came = await world.atOnce(order, act(what, ANN), act(what, ANN));
      expect(came.sort(), `order ${order}`).toEqual(["conflict", "ok"]);
      expect(world.audits(`payouts/${what}`)).toBe(audits + entries);
      checkAlways();
    }
  },
);

test("a run audits the result of a transfer whose function died before it got Stripe's answer", async () => {
  world.reset(AFFILIATES);
  await world.earn("ann", [1500, 1501]);
  await abandoned();
  const entries = () => world.rows.of("audit").filter(({ action }) => action === "payouts/transfer");
  expect(entries()).toMatchObject([{ operator: "operator", after: { status: "processing" } }]);
  await run("distribute");
  expect(world.payouts()[0]?.status).toBe("paid");
  const [intent, result] = entries();
  expect(intent?.note).toBeUndefined();
  expect(result).toMatchObject({ operator: "operator", note: "Result", after: { status: "paid" } });
  expect(entries()).toHaveLength(2);
});

test("a scheduled run is audited once a day", async () => {
  world.reset(AFFILIATES);
  await approved();
  for (let call = 0; call < 2; call += 1) await startScheduled("distribute", world.now());
  expect(world.audits("payouts/distributeWeekly")).toBe(1);
});

test("no second transfer is sent while an earlier transfer may still arrive", async () => {
  world.reset(AFFILIATES);
  await world.earn("ann", [1500, 1501]);
  await approved();
  for (const [mode, at] of [
    ["refused", TRANSFERRED_AT],
    ["late", RETRIED_AT],
  ] as const) {
    world.network.plan({ at, mode });
    await invoked(act("transfer", ANN))();
    expect(world.network.calls[at]?.operation).toBe("transfers.create");
    world.wait(6 * MINUTE);
  }
  world.network.plan();
  await invoked(act("transfer", ANN))();
  await heal();
  checkEnd();
  expect(world.payouts()[0]).toMatchObject({ status: "paid", attempt: { number: 1 } });
});

test("after a refund during a calculation, a payout has the value of its rows", async () => {
  for (let at = 0, isOver = false; !isOver; at += 1) {
    world.reset(AFFILIATES);
    await world.earn("ann", [1500, 1501]);
    await invoked(ask("ann", 3000))();
    isOver = await refundedAt(at, () => run("calc"));
    checkAlways();
    const { balance } = world.ofAffiliate("ann");
    expect(balance, `at call ${at}`).toMatchObject({ balanceCents: 2501 });
  }
});

/** Takes back 5.00 of the first commission before call `at`. @returns whether the work ended before call `at` */
async function refundedAt(at: number, work: () => Promise<unknown>): Promise<boolean> {
  let calls = -1;
  world.network.turn = async () => {
    calls += 1;
    if (calls !== at) return;
    const turn = world.network.turn;
    world.network.turn = undefined;
    await world.reverse("ann", 500);
    world.network.turn = turn;
  };
  await work();
  world.network.turn = undefined;
  if (calls < at) await world.reverse("ann", 500);
  return calls < at;
}
