import { expect, test } from "vitest";
import { act, ask, run, world } from "../../../support/memory/payoutDesk.ts";

const ANN = "ann-000001";
const balance = () => world.ofAffiliate("ann").balance;

/** Pays Ann $30.00, and then sends the same amount as an operator would in Stripe's dashboard. */
async function paidTwice() {
  world.reset(["ann"]);
  await world.earn("ann", [3000]);
  await world.invoke(ask("ann", 3000));
  await run("calc");
  await world.invoke(act("approve", ANN));
  await run("distribute");
  const [own] = world.transfers.paid;
  if (!own) throw new Error("Nothing was paid");
  world.transfers.duplicate(own);
  const duplicate = world.transfers.paid.at(-1) ?? own;
  return { own, duplicate };
}

type Sent = Awaited<ReturnType<typeof paidTwice>>["own"];
async function reverse(one: Sent, cents: number): Promise<void> {
  world.transfers.reverse(one, cents);
  world.queued.push({ queue: "payouts", body: JSON.stringify({ kind: "reversal", transferId: one.id }) });
  await world.deliver();
}

test("reversing a duplicate transfer credits no one, whether in parts or in full", async () => {
  const { duplicate } = await paidTwice();
  for (const cents of [1000, 2000]) {
    await reverse(duplicate, cents);
    expect(balance()).toMatchObject({ balanceCents: 0, availableCents: 0, paidOutCents: 3000 });
  }
  expect(world.payouts()[0]).toMatchObject({ status: "paid", reversedCents: 0 });
  expect(world.queued).toEqual([]);
});

test("reversing a payout's transfer notifies the operator and credits no one until its duplicate is reversed, too", async () => {
  const { own, duplicate } = await paidTwice();
  await reverse(own, 3000);
  expect(balance()).toMatchObject({ balanceCents: 0, paidOutCents: 3000 });
  expect(world.mails).toEqual([
    expect.objectContaining({
      id: "reversal-withheld:tr_1_back_1",
      to: "operator",
      data: expect.objectContaining({ details: expect.stringContaining(duplicate.id) }),
    }),
  ]);
  await reverse(duplicate, 3000);
  expect(balance()).toMatchObject({ balanceCents: 3000, availableCents: 3000, paidOutCents: 0 });
});

test("reversing a manual transfer for an unsent payout does not send the payout", async () => {
  const { own } = await paidTwice();
  await world.earn("ann", [2500]);
  await world.invoke(ask("ann", 2500));
  await run("calc");
  await world.invoke(act("approve", "ann-000002"));
  const foreign = {
    ...own,
    id: "tr_by_hand",
    payoutId: "ann-000002",
    group: "payout-ann-000002",
    reversals: [],
  };
  world.transfers.paid.push(foreign);
  await reverse(foreign, 3000);
  expect(world.payouts().find(({ id }) => id === "ann-000002")).toMatchObject({ status: "approved" });
  expect(world.queued).toEqual([]);
});
