import { beforeEach, expect, test } from "vitest";
import { makePayout } from "../../../functions/payouts/claims/makePayout.ts";
import { isPayoutUnderWay } from "../../../functions/payouts/leavingTable.ts";
import { act, ask, checkAlways, checkEnd, heal, run, world } from "../../support/memory/payoutDesk.ts";

const ANN = "ann-000001";
const payout = () => world.payouts().find(({ id }) => id === ANN);
const request = () => world.requests().find(({ id }) => id === ANN);
const refundAll = () => world.takeBack("ann", 4000);

beforeEach(async () => {
  world.reset(["ann"]);
  await world.earn(
    "ann",
    Array.from({ length: 90 }, () => 34),
  );
  await world.invoke(ask("ann", 3000));
});

/** Kills a calculation right after it has claimed the first 80 rows. */
async function claimHalf(): Promise<void> {
  world.network.plan({ at: 4, mode: "killed after" });
  await world.invoke(() => makePayout(ANN, "run", undefined, world.now()));
  world.network.plan();
  expect(payout()).toMatchObject({ work: "claiming", amountCents: 80 * 34 });
}

/** Expects that the affiliate can request the next payout or leave. */
async function expectFree(): Promise<void> {
  await heal();
  checkEnd();
  expect(request()?.status).toBe("rejected");
  expect(await isPayoutUnderWay("ann")).toBe(false);
  await world.earn("ann", [9000]);
  expect(await world.invoke(ask("ann", 2000))).toBe("ok");
}

test("a payout that becomes worthless between two pages of its claim is canceled, and its request is rejected", async () => {
  await claimHalf();
  await refundAll();
  await run("calc");
  const reason = "Nothing was left to pay.";
  expect(payout()).toMatchObject({ status: "canceled", reason });
  expect(request()).toMatchObject({ status: "rejected", reason, decidedAt: world.now().toISOString() });
  checkAlways();
  await expectFree();
});

test("a payout that becomes worthless during one calculation is canceled, and its request is rejected", async () => {
  world.network.turn = async ({ operation }) => {
    if (operation === "TransactWriteItems" || !payout()) return;
    world.network.turn = undefined;
    await refundAll();
  };
  await run("calc");
  expect(payout()).toMatchObject({ status: "canceled", reason: "Nothing was left to pay." });
  await expectFree();
});

test("an operator can reject a request whose payout is canceled", async () => {
  await run("calc");
  const open = world.rows.of("payouts").find(({ sk }) => sk === "request#000001");
  expect(await world.invoke(act("cancel", ANN))).toBe("ok");
  // Earlier releases left the request open.
  world.rows.put("payouts", { ...open });
  expect(await world.invoke(act("reject", ANN))).toBe("ok");
  expect(request()).toMatchObject({ status: "rejected", reason: "Please ask again." });
  expect(world.audits("payouts/reject")).toBe(1);
  expect(await isPayoutUnderWay("ann")).toBe(false);
});
