import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { beforeEach, expect, test } from "vitest";
import { HOLD_DAYS } from "#shared/affiliates/commission.ts";
import { availableFrom } from "#shared/affiliates/release.ts";
import { DAY, HOUR } from "#shared/instant.ts";
import { nextAvailable } from "../../../functions/affiliates/ledger/commissionsTable.ts";
import { findCommission, suspendWrites } from "../../../functions/affiliates/ledger/table.ts";
import { mature } from "../../../functions/payouts/batches/calculationSteps.ts";
import { newRun } from "../../../functions/payouts/batches/table.ts";
import { transact } from "../../../functions/platform/dynamo.ts";
import { commissionOf, earnWrites } from "../../support/commissions.ts";
import { checkAlways, world } from "../../support/memory/payoutDesk.ts";

beforeEach(() => world.reset(["ann", "bob"]));

async function due(affiliateId: string, count: number): Promise<void> {
  const all = Array.from({ length: count }, (_, at) =>
    commissionOf(affiliateId, 100, { id: `in_${affiliateId}_${at}`, status: "pending" }),
  );
  for (let start = 0; start < count; start += 40) await transact(earnWrites(all.slice(start, start + 40)));
}

async function matureAll(): Promise<void> {
  const run = newRun("run", "calc", "running", world.now());
  for (let place = await mature(run, null, world.now()); place !== null; )
    place = await mature(run, place, world.now());
}

const isWrite = ({ operation }: { operation: string }) => operation === "TransactWriteItems";
/** The database's error for two simultaneous transactions on one row. */
const conflict = () =>
  new TransactionCanceledException({
    message: "Transaction is ongoing for the item",
    CancellationReasons: [{ Code: "TransactionConflict" }],
    $metadata: {},
  });
/** Makes the first `times` writes conflict with another write on the balance. */
function contend(times: number, meanwhile: () => Promise<void> = async () => {}): void {
  let left = times;
  world.network.turn = async (call) => {
    if (!isWrite(call) || left === 0) return;
    left -= 1;
    const turn = world.network.turn;
    world.network.turn = undefined;
    await meanwhile();
    world.network.turn = turn;
    throw conflict();
  };
}

const balanceOf = (affiliateId: string) => world.ofAffiliate(affiliateId).balance;

test("an affiliate's commissions become available in few transactions, without conflicts", async () => {
  await due("ann", 90);
  await due("bob", 5);
  world.network.plan();
  await matureAll();
  expect(world.network.calls.filter(isWrite)).toHaveLength(3);
  expect(balanceOf("ann")).toMatchObject({ pendingCents: 0, availableCents: 9000 });
  expect(balanceOf("bob")).toMatchObject({ pendingCents: 0, availableCents: 500 });
  checkAlways();
});

test("an affiliate sees when the next run will make a commission available, even after the longest hold", async () => {
  const ago = (ms: number) => new Date(world.now().getTime() - ms).toISOString();
  const matureAt = ago(2 * HOUR);
  const paidAt = ago(HOLD_DAYS.lifetime * DAY + 2 * HOUR);
  const over = commissionOf("ann", 100, { product: "lifetime", status: "pending", paidAt, matureAt });
  await transact(earnWrites([over]));
  const next = await nextAvailable("ann", world.now());
  expect(next).toBe(availableFrom(matureAt));
  expect(Date.parse(next ?? "")).toBeGreaterThan(world.now().getTime());
  await matureAll();
  expect(await nextAvailable("ann", world.now())).toBeNull();
});

test("a conflict on the balance is retried in the same run", async () => {
  await due("ann", 10);
  await due("bob", 10);
  contend(4);
  await matureAll();
  for (const who of ["ann", "bob"])
    expect(balanceOf(who)).toMatchObject({ pendingCents: 0, availableCents: 1000 });
  checkAlways();
});

test("after a conflict, a commission that was held in the meantime stays held", async () => {
  await due("ann", 3);
  const one = await findCommission("ann", "in_ann_1");
  contend(1, async () => {
    if (one) await transact(suspendWrites(one, true, world.now()));
  });
  await matureAll();
  expect(balanceOf("ann")).toMatchObject({ pendingCents: 0, heldCents: 100, availableCents: 200 });
  checkAlways();
});

test("the calculation reports a permanent conflict", async () => {
  await due("ann", 1);
  contend(Number.POSITIVE_INFINITY);
  await matureAll();
  expect(balanceOf("ann")).toMatchObject({ pendingCents: 100 });
  expect(world.errors.join()).toContain("commission.notMatured");
});
