import { expect, test } from "vitest";
import { startScheduled } from "../../../functions/payouts/batches/start.ts";
import { findLine } from "../../../functions/payouts/batches/table.ts";
import { act, ask, run, world } from "../../support/memory/payoutDesk.ts";

const ANN = "ann-000001";

/** A distribution has begun, for which Stripe has no money of ours. @returns its id */
async function begun(): Promise<string> {
  world.reset(["ann"]);
  await world.earn("ann", [3000]);
  await world.invoke(ask("ann", 3000));
  await run("calc");
  await world.invoke(act("approve", ANN));
  world.transfers.balance = 0;
  const { batch } = await startScheduled("distribute", world.now());
  return batch;
}

test("a transfer that Stripe refused is reported and mailed as such, wherever the worker ends", async () => {
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
    const reason = "Our balance at Stripe does not cover it yet. It will be tried again.";
    expect(await findLine(batch, ANN), where).toMatchObject({ outcome: "failed", reason });
    expect([...new Set(world.mails.map(({ id }) => id))], where).toEqual([`payouts-refused:${batch}`]);
  }
});
