import { expect, test } from "vitest";
import { DAY, toEpochSeconds } from "#shared/instant.ts";
import { findLine } from "../../../functions/payouts/batches/lineTable.ts";
import { startScheduled } from "../../../functions/payouts/batches/start.ts";
import { ask, run, world } from "../../support/memory/payoutDesk.ts";

const ANN = "ann-000001";
const refund = (type: string, payment_intent: string) => ({
  id: `evt_${payment_intent}`,
  type,
  data: { object: { object: type.startsWith("refund") ? "refund" : "dispute", payment_intent } },
});

async function asked(): Promise<void> {
  world.reset(["ann", "bob"]);
  for (const who of ["ann", "bob"] as const) {
    await world.earn(who, [3000]);
    await world.invoke(ask(who, 3000));
    world.rows.put("payouts", {
      pk: `payment#pi_${who}`,
      sk: "commission",
      affiliateId: who,
      rateBasisPoints: 2000,
    });
  }
}

test.each(["refund.created", "charge.dispute.created"])(
  "a missed %s event keeps its affiliate out of the calculation until the event is recorded",
  async (type) => {
    await asked();
    const event = refund(type, "pi_ann");
    world.transfers.events.push(event);
    const { batch } = await startScheduled("calc", world.now());
    await world.deliver();
    expect(world.payouts().map(({ affiliateId }) => affiliateId)).toEqual(["bob"]);
    expect(await findLine(batch, ANN)).toMatchObject({
      outcome: "skipped",
      reason: expect.stringMatching(/refund or a dispute .* not in the ledger yet/),
    });
    await run("calc", true);
    expect(world.payouts()).toHaveLength(1);
    world.rows.put("events", { pk: `event#${event.id}`, sk: "event", id: event.id, status: "done" });
    await run("calc");
    expect(world.payouts()).toHaveLength(2);
  },
);

test("a run skips an affiliate whose sale was refunded after the preview", async () => {
  await asked();
  let seen = 0;
  world.network.turn = async ({ operation }) => {
    // The preview lists the events first, and the run lists them again.
    if (operation === "events.list") seen += 1;
    if (seen === 2) world.transfers.events.splice(0, Infinity, refund("refund.created", "pi_ann"));
  };
  await run("calc", true);
  world.network.turn = undefined;
  expect(world.payouts().map(({ affiliateId }) => affiliateId)).toEqual(["bob"]);
});

const daysAgo = (days: number) => new Date(world.now().getTime() - days * DAY).toISOString();

test.each([
  [
    "that compared everything, a run includes the affiliate of an earlier refund",
    { finished: true, failed: false },
    ["ann", "bob"],
  ],
  [
    "that could not compare something, a run leaves out the affiliate of an earlier refund",
    { finished: true, failed: true },
    ["bob"],
  ],
  [
    "that has not finished, a run leaves out the affiliate of an earlier refund",
    { finished: false, failed: false },
    ["bob"],
  ],
])("after a comparison with Stripe %s", async (_, place, calculated) => {
  await asked();
  const days = { startedAt: daysAgo(1), completeSince: daysAgo(3) };
  const row = { pk: "reconciliation", sk: "effect", part: "accounts" };
  world.rows.put("events", { ...row, ...days, ...place });
  const created = toEpochSeconds(daysAgo(2));
  world.transfers.events.push({ ...refund("refund.created", "pi_ann"), created });
  await run("calc");
  expect(world.payouts().map(({ affiliateId }) => affiliateId)).toEqual(calculated);
});
