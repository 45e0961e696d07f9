import { expect, test, vi } from "vitest";
import type { Need } from "#shared/insights/needs.ts";
import { DAY, HOUR, MINUTE } from "#shared/instant.ts";
import { DEFAULT_RUN_LIMIT } from "#shared/payouts/batch.ts";
import { payoutId } from "#shared/payouts/id.ts";
import { handler } from "../../../functions/insights/getNeeds.ts";
import { beginEvent } from "../../../functions/payments/events/table.ts";
import { replaceRunLimit } from "../../../functions/payouts/batches/limitTable.ts";
import { startScheduled } from "../../../functions/payouts/batches/start.ts";
import { createRequest } from "../../../functions/payouts/table.ts";
import { transact } from "../../../functions/platform/dynamo.ts";
import { raiseAlert } from "../../../functions/security/table.ts";
import { act, ask, run, transferMeets, world } from "../../support/memory/payoutDesk.ts";
import { putAffiliate } from "../../support/memory/payouts.ts";

vi.mock(
  "../../../functions/http/http.ts",
  async () => (await import("../../support/memory/payouts.ts")).httpPlatform,
);
vi.stubEnv("TABLE_ALERTS", "alerts");
vi.stubEnv("TABLE_USERS", "users");

async function rows(): Promise<Need[]> {
  const ask = handler as unknown as (call: object) => Promise<{ needs: Need[] }>;
  return (await ask({ now: world.now() })).needs;
}

async function needs(): Promise<Partial<Record<Need["kind"], number>>> {
  return Object.fromEntries((await rows()).map(({ kind, count }) => [kind, count]));
}

async function fill(count: number, isCalculated: boolean, firstAt: number): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    const affiliateId = `other-${firstAt}-${number}`;
    const [request] = createRequest({
      id: payoutId(affiliateId, 1),
      affiliateId,
      email: `${affiliateId}@example.com`,
      requestedCents: 2000,
      status: "pending",
      requestedAt: new Date(firstAt + number * MINUTE).toISOString(),
      decidedAt: null,
      reason: null,
      isCalculated,
    });
    if (request) await transact([request]);
  }
}

test("a calculated request waits only for its approval", async () => {
  world.reset(["ann"]);
  await world.earn("ann", [3000]);
  await world.invoke(ask("ann", 3000));
  expect(await needs()).toEqual({ request: 1 });
  await run("calc");
  expect(await needs()).toEqual({ payout: 1 });
  await world.invoke(act("approve", "ann-000001"));
  expect(await needs()).toEqual({});
});

test("requests that wait for a calculation are counted even if many older requests do not wait", async () => {
  world.reset(["ann"]);
  const now = world.now().getTime();
  await fill(300, true, now - 1000 * MINUTE);
  await fill(3, false, now - 100 * MINUTE);
  expect(await needs()).toEqual({ request: 3 });
  await fill(40, false, now - 50 * MINUTE);
  // The count stops at one more than the list shows.
  expect(await needs()).toEqual({ request: 26 });
});

test("all pending payouts are counted, although only the amounts of the first 26 are added up", async () => {
  const many = Array.from({ length: 30 }, (_, at) => `affiliate${at}`);
  world.reset(many);
  for (const one of many) {
    await world.earn(one, [3000]);
    await world.invoke(ask(one, 3000));
  }
  await run("calc");
  expect(await rows()).toMatchObject([{ kind: "payout", count: 30, amount_cents: 26 * 3000 }]);
});

test("an unfinished transfer is listed as unclear after a minute", async () => {
  world.reset(["ann", "bob"]);
  for (const one of ["ann", "bob"]) {
    await world.earn(one, [3000]);
    await world.invoke(ask(one, 3000));
  }
  await run("calc");
  for (const one of ["ann", "bob"]) await world.invoke(act("approve", `${one}-000001`));
  await transferMeets("ann-000001", "killed before");
  world.wait(MINUTE);
  expect(await rows()).toEqual([]);
  world.wait(1);
  const since = new Date(world.now().getTime() - MINUTE - 1).toISOString();
  const need = { kind: "unclearPayout", count: 1, amount_cents: 3000, status: "processing", since };
  expect(await rows()).toEqual([expect.objectContaining(need)]);
  await transferMeets("bob-000001", "refused");
  const both = { ...need, count: 2, amount_cents: 6000, status: "reconciling" };
  expect(await rows()).toEqual([expect.objectContaining(both)]);
});

test("a failed payout is listed as waiting since its failure, not since its request", async () => {
  world.reset(["ann"]);
  await world.earn("ann", [3000]);
  await world.invoke(ask("ann", 3000));
  await run("calc");
  await world.invoke(act("approve", "ann-000001"));
  world.wait(3 * DAY);
  world.transfers.refusal = { code: "account_invalid", message: "The account was closed." };
  const failedAt = world.now().toISOString();
  await world.invoke(act("transfer", "ann-000001"));
  world.wait(HOUR);
  expect(await rows()).toEqual([expect.objectContaining({ kind: "failedPayout", since: failedAt })]);
  world.transfers.refusal = null;
});

test("a payout that the last run skipped is listed as waiting until it is canceled", async () => {
  world.reset(["ann", "bob"]);
  for (const one of ["ann", "bob"] as const) {
    await world.earn(one, [3000]);
    await world.invoke(ask(one, 3000));
  }
  await run("calc");
  await world.invoke(act("approve", "ann-000001"));
  putAffiliate(world.rows, "ann", { status: "suspended" });
  world.wait(HOUR);
  await run("distribute");
  const ranAt = world.now().toISOString();
  await world.invoke(act("approve", "bob-000001"));
  world.wait(HOUR);
  const reason = "The affiliate account is suspended.";
  const skipped = { kind: "skippedPayout", count: 1, amount_cents: 3000, since: ranAt, reason };
  expect(await rows()).toEqual([expect.objectContaining(skipped)]);
  await world.invoke(act("cancel", "ann-000001"));
  expect(await rows()).toEqual([]);
});

const { max_scheduled_cents: MAX_SCHEDULED_CENTS } = DEFAULT_RUN_LIMIT;

test("a weekly run above the limit pays no one and is listed until an operator runs it", async () => {
  world.reset(["ann", "bob"]);
  for (const one of ["ann", "bob"] as const) {
    await world.earn(one, [MAX_SCHEDULED_CENTS / 2]);
    await world.invoke(ask(one, MAX_SCHEDULED_CENTS / 2));
  }
  await run("calc");
  for (const one of ["ann", "bob"]) await world.invoke(act("approve", `${one}-000001`));
  const before = world.keep();
  await startScheduled("distribute", world.now());
  await world.deliver();
  expect(world.payouts().map(({ status }) => status)).toEqual(["paid", "paid"]);
  before();
  const lower = world.keep();
  await transact([replaceRunLimit({ max_scheduled_cents: MAX_SCHEDULED_CENTS - 1 }, 0)]);
  await startScheduled("distribute", world.now());
  await world.deliver();
  expect(world.transfers.paid).toEqual([]);
  lower();

  await world.earn("ann", [3000]);
  await world.invoke(act("cancel", "ann-000001"));
  await world.invoke(ask("ann", MAX_SCHEDULED_CENTS / 2 + 3000));
  await run("calc");
  await world.invoke(act("approve", "ann-000002"));
  for (const _call of ["the clock", "once more"]) {
    await startScheduled("distribute", world.now());
    await world.deliver();
  }
  expect(world.transfers.paid).toEqual([]);
  const held = { kind: "heldRun", count: 2, amount_cents: MAX_SCHEDULED_CENTS + 3000 };
  expect(await rows()).toEqual([expect.objectContaining(held)]);
  world.wait(MINUTE);
  await run("distribute", true);
  expect(world.transfers.paid).toHaveLength(2);
  expect(await rows()).toEqual([]);
});

test("a Stripe event that stays open for six minutes is listed as waiting, even without an error", async () => {
  world.reset([]);
  const event = { id: "evt_1", type: "invoice.paid", created: 0, data: { object: {} } };
  await beginEvent(event, world.now());
  expect(await needs()).toEqual({});
  world.wait(6 * MINUTE);
  expect(await needs()).toEqual({ event: 1 });
});

test("pending payouts of an affiliate whom Stripe cannot pay are listed separately, with the reason", async () => {
  world.reset(["ann", "bob"]);
  for (const one of ["ann", "bob"] as const) {
    await world.earn(one, [3000]);
    await world.invoke(ask(one, 3000));
  }
  await run("calc");
  putAffiliate(world.rows, "ann", { payoutsEnabled: false });
  expect(await rows()).toEqual([
    expect.objectContaining({
      kind: "unpayablePayout",
      count: 1,
      reason: expect.stringMatching(/^Stripe cannot pay this account now/),
    }),
    expect.objectContaining({ kind: "payout", count: 1 }),
  ]);
});

test("alerts of low severity are counted apart from the others and do not hide them", async () => {
  world.reset(["ann"]);
  const finding = { userId: "ann", at: world.now().toISOString(), description: "", metadata: {} };
  await raiseAlert({ ...finding, id: "one", type: "shared_card" });
  for (let other = 0; other < 30; other += 1)
    await raiseAlert({ ...finding, userId: `other-${other}`, id: `${other}`, type: "shared_card" });
  world.wait(1);
  await raiseAlert({ ...finding, at: world.now().toISOString(), id: "three", type: "key_sharing" });
  expect(await needs()).toEqual({ alert: 1, lowAlert: 26 });
});
