import { expect, test } from "vitest";
import { HOUR, MINUTE } from "#shared/instant.ts";
import { findLine } from "../../../functions/payouts/batches/lineTable.ts";
import { startScheduled } from "../../../functions/payouts/batches/start.ts";
import type { Mode } from "../../support/memory/network.ts";
import { act, ask, checkEnd, run, transferMeets, world } from "../../support/memory/payoutDesk.ts";
import { putAffiliate } from "../../support/memory/payouts.ts";

const ANN = "ann-000001";

async function approved(): Promise<void> {
  world.reset(["ann"]);
  await world.earn("ann", [3000]);
  await world.invoke(ask("ann", 3000));
  await run("calc");
  await world.invoke(act("approve", ANN));
}

/** Starts a distribution that our balance at Stripe does not cover. @returns its id */
async function begun(): Promise<string> {
  await approved();
  world.transfers.balance = 0;
  const { batch } = await startScheduled("distribute", world.now());
  return batch;
}

test("the run's report and one mail name a refused transfer, wherever the worker dies", async () => {
  const batch = await begun();
  const begin = world.keep();
  world.network.plan();
  await world.deliver();
  const calls = [...world.network.calls];
  expect(calls.map(({ operation }) => operation)).toContain("transfers.create");
  for (const [at, { operation }] of calls.entries()) {
    begin();
    world.network.plan({ at, mode: "killed after" });
    await world.deliver();
    const where = `ended after call ${at} of ${calls.length}, ${operation}`;
    const reason = "Our balance at Stripe did not cover it. The next payout run retries it.";
    expect(await findLine(batch, ANN), where).toMatchObject({ outcome: "failed", reason });
    expect([...new Set(world.mails.map(({ id }) => id))], where).toEqual([`payouts-refused:${batch}`]);
  }
});

const payout = () => world.payouts()[0];
const nextRun = async () => {
  world.wait(25 * HOUR);
  const { batch } = await startScheduled("distribute", world.now());
  await world.deliver();
  return batch;
};

test("each run retries an uncovered transfer once until it is paid", async () => {
  await begun();
  await world.deliver();
  expect(payout()).toMatchObject({ status: "failed", refusal: "temporary", attempt: { number: 1 } });
  const second = await nextRun();
  expect(payout()).toMatchObject({ status: "failed", attempt: { number: 2 } });
  expect(await findLine(second, ANN)).toMatchObject({ outcome: "failed" });
  world.transfers.balance = 5000;
  const third = await nextRun();
  expect(payout()).toMatchObject({ status: "paid", refusal: null, reason: null, attempt: { number: 3 } });
  expect(await findLine(third, ANN)).toMatchObject({ outcome: "paid", reason: null });
  expect(world.transfers.paid).toHaveLength(1);
  expect(await findLine(await nextRun(), ANN)).toBeUndefined();
});

test("runs retry a transfer three times, and then an operator must transfer it by hand", async () => {
  await begun();
  await world.deliver();
  for (let run = 0; run < 3; run += 1) await nextRun();
  const reason = "Our balance at Stripe did not cover it. We tried 4 times and stopped.";
  expect(payout()).toMatchObject({ status: "failed", refusal: "lasting", reason, attempt: { number: 4 } });
  world.transfers.balance = 5000;
  expect(await findLine(await nextRun(), ANN)).toMatchObject({
    outcome: "skipped",
    reason: `${reason} Once the cause is resolved, transfer the payout by hand. Otherwise cancel it.`,
  });
  await world.invoke(act("transfer", ANN));
  expect(payout()?.status).toBe("paid");
});

test("a run lists a lasting refusal with its reason and does not ask Stripe again", async () => {
  await begun();
  world.transfers.refusal = { code: "transfers_not_allowed", message: "No transfers to this country." };
  await world.deliver();
  expect(payout()).toMatchObject({ status: "failed", refusal: "lasting" });
  world.transfers.refusal = null;
  world.transfers.balance = 5000;
  const reason =
    "Stripe refused the transfer: No transfers to this country. Once the cause is resolved, transfer the payout by hand. Otherwise cancel it.";
  expect(await findLine(await nextRun(), ANN)).toMatchObject({ outcome: "skipped", reason });
  expect(payout()?.attempt?.number).toBe(1);
  await world.invoke(act("transfer", ANN));
  expect(payout()?.status).toBe("paid");
});

test("a refusal for a deleted account updates the affiliate's row, even without an event", async () => {
  await begun();
  world.rows.put("affiliates", { pk: "account#acct_ann", sk: "owner", affiliateId: "ann" });
  world.transfers.refusal = { code: "account_invalid", message: "No such account." };
  await world.deliver();
  expect(payout()).toMatchObject({ status: "failed", refusal: "lasting" });
  const row = world.rows.of("affiliates").find(({ pk }) => pk === "affiliate#ann");
  expect(row).toMatchObject({ payoutsEnabled: false });
});

test("a run skips the retry and gives the reason if the affiliate cannot be paid now", async () => {
  await begun();
  await world.deliver();
  world.transfers.balance = 5000;
  putAffiliate(world.rows, "ann", { status: "suspended" });
  expect(await findLine(await nextRun(), ANN)).toMatchObject({
    outcome: "skipped",
    reason: "The affiliate account is suspended.",
  });
  putAffiliate(world.rows, "ann");
  expect(await findLine(await nextRun(), ANN)).toMatchObject({ outcome: "paid" });
});

test("a payout is not sent if the affiliate's account was replaced after the approval", async () => {
  await begun();
  putAffiliate(world.rows, "ann", { stripeAccountId: "acct_new" });
  world.transfers.balance = 5000;
  const reason = expect.stringMatching(/has changed since the approval\. Once this payout is canceled/);
  expect(await findLine(await nextRun(), ANN)).toMatchObject({ outcome: "skipped", reason });
  await world.invoke(act("transfer", ANN));
  expect(world.transfers.paid).toEqual([]);
  await world.invoke(act("cancel", ANN));
  expect(payout()?.status).toBe("canceled");
});

test("a run after a preview retries the failed payout", async () => {
  await begun();
  await world.deliver();
  world.wait(HOUR);
  world.transfers.balance = 5000;
  await run("distribute", true);
  expect(payout()).toMatchObject({ status: "paid", attempt: { number: 2 } });
});

test("a message that is delivered twice retries a failed payout once", async () => {
  await begun();
  await world.deliver();
  world.wait(25 * HOUR);
  await startScheduled("distribute", world.now());
  await world.deliver(true);
  expect(payout()).toMatchObject({ status: "failed", attempt: { number: 2 } });
});

async function approvedMeets(mode: Mode): Promise<void> {
  await approved();
  await transferMeets(ANN, mode);
}

const SUSPENDED = { status: "suspended" };
const REPLACED = { stripeAccountId: "acct_new" };
// The affiliate reads the reason too, so it speaks of no one in the third person.
const UNPAYABLE: [string, Record<string, unknown>, RegExp][] = [
  ["is suspended", SUSPENDED, /^The affiliate account is suspended\.$/],
  [
    "has a different account",
    REPLACED,
    /^The Stripe account has changed .+, the amount can be requested again\.$/,
  ],
  ["cannot be paid", { payoutsEnabled: false }, /^Stripe cannot pay this account now\./],
  ["has no account", { stripeAccountId: undefined }, /^No Stripe account is connected\.$/],
];
const NO_ANSWER: [Mode, string][] = [
  ["refused", "reconciling"],
  ["killed before", "processing"],
];
const MET = UNPAYABLE.flatMap(([how, change, reason]) =>
  NO_ANSWER.map(([mode, status]) => [status, how, mode, change, reason] as const),
);

test.each(MET)(
  "a payout that is %s is not sent again to an affiliate who %s",
  async (status, _, mode, change, reason) => {
    await approvedMeets(mode);
    putAffiliate(world.rows, "ann", change);
    world.wait(2 * MINUTE);
    expect(await world.invoke(act("transfer", ANN))).toBe("ok");
    expect(payout()).toMatchObject({ status, attempt: { number: 1 } });
    // The attempt can no longer reach Stripe.
    world.wait(9 * MINUTE);
    expect(await world.invoke(act("transfer", ANN))).toBe("ok");
    expect(payout()).toMatchObject({ status: "failed", refusal: "temporary", attempt: { number: 1 } });
    expect(payout()?.reason).toMatch(reason);
    expect(await world.invoke(act("cancel", ANN))).toBe("ok");
    expect(payout()?.status).toBe("canceled");
    expect(world.transfers.paid).toEqual([]);
    checkEnd();
  },
);

test("a transfer that has just begun cannot be repeated for a minute", async () => {
  await approvedMeets("killed before");
  world.wait(MINUTE);
  const words = "This payout is being transferred right now. Try again in a minute.";
  await expect(act("transfer", ANN)()).rejects.toThrow(words);
  world.wait(1);
  expect(await world.invoke(act("transfer", ANN))).toBe("ok");
  expect(payout()?.status).toBe("paid");
});

test("a run reports an unanswered transfer to a suspended affiliate as failed, and a run after the suspension pays it once", async () => {
  await approvedMeets("refused");
  putAffiliate(world.rows, "ann", SUSPENDED);
  const outcome = { outcome: "failed", reason: "The affiliate account is suspended." };
  const batch = await nextRun();
  expect(await findLine(batch, ANN)).toMatchObject(outcome);
  expect(world.mails.filter(({ id }) => id === `payouts-refused:${batch}`)).toHaveLength(1);
  expect(await findLine(await nextRun(), ANN)).toMatchObject({ ...outcome, outcome: "skipped" });
  putAffiliate(world.rows, "ann", { status: "active" });
  expect(await findLine(await nextRun(), ANN)).toMatchObject({ outcome: "paid" });
  expect(payout()).toMatchObject({ status: "paid", attempt: { number: 2 } });
  expect(world.transfers.paid).toHaveLength(1);
  checkEnd();
});

test("the mail about a transfer that failed outside a run names no run", async () => {
  await begun();
  await world.deliver();
  world.mails.splice(0);
  const body = JSON.stringify({ kind: "transfer", payoutId: ANN, batchId: null });
  world.queued.push({ queue: "payouts", body });
  await world.deliver();
  expect(world.mails).toHaveLength(1);
  expect(String(world.mails[0]?.data.details)).toBe(
    `The transfer of payout ${ANN} failed. Our balance at Stripe did not cover it. The next payout run retries it. The payout is in the back office, at Payouts.`,
  );
});

test("a payout's message is delivered again until the earlier attempt can no longer reach Stripe", async () => {
  await approvedMeets("late");
  putAffiliate(world.rows, "ann", SUSPENDED);
  world.wait(2 * MINUTE);
  const { batch } = await startScheduled("distribute", world.now());
  world.network.plan();
  await world.deliver();
  expect(world.network.calls.map(({ operation }) => operation)).not.toContain("transfers.create");
  expect(payout()?.status).toBe("reconciling");
  expect(await findLine(batch, ANN)).toMatchObject({ outcome: "queued" });
  world.wait(9 * MINUTE);
  await world.deliver();
  expect(payout()).toMatchObject({ status: "paid", attempt: { number: 1 } });
  expect(await findLine(batch, ANN)).toMatchObject({ outcome: "paid" });
  expect(world.transfers.paid).toHaveLength(1);
  checkEnd();
});

test("if two operators check a transfer at once, one of them gets a conflict", async () => {
  await approvedMeets("refused");
  putAffiliate(world.rows, "ann", SUSPENDED);
  world.wait(HOUR);
  const begin = world.keep();
  for (const seed of [0, 1, 2, 3]) {
    begin();
    const came = await world.atOnce(seed, act("transfer", ANN), act("transfer", ANN));
    expect(came.toSorted()).toEqual(["conflict", "ok"]);
    expect(payout()?.status).toBe("failed");
  }
});
