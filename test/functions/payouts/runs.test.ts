import { expect, test, vi } from "vitest";
import { HOUR, MINUTE } from "#shared/instant.ts";
import type { Batch, BatchLine } from "#shared/payouts/batch.ts";
import { writeLine } from "../../../functions/payouts/batches/lineTable.ts";
import { lineOf } from "../../../functions/payouts/batches/rules.ts";
import { startScheduled } from "../../../functions/payouts/batches/start.ts";
import { createRun, newRun } from "../../../functions/payouts/batches/table.ts";
import { handler as getBatch } from "../../../functions/payouts/getBatch.ts";
import { handler as listBatches } from "../../../functions/payouts/listBatches.ts";
import { act, ask, run, transferMeets, world } from "../../support/memory/payoutDesk.ts";
import { putAffiliate } from "../../support/memory/payouts.ts";

vi.mock(
  "../../../functions/http/http.ts",
  async () => (await import("../../support/memory/payouts.ts")).httpPlatform,
);

const answer = <T>(handler: unknown, input: object) =>
  (handler as (call: object) => Promise<T>)({ input, now: world.now() });

test("a run without Stripe's answer ends after an hour and explains that later runs ask again", async () => {
  world.reset(["ann"]);
  await world.earn("ann", [3000]);
  await world.invoke(ask("ann", 3000));
  await run("calc");
  await world.invoke(act("approve", "ann-000001"));
  await transferMeets("ann-000001", "refused");
  putAffiliate(world.rows, "ann", { status: "suspended" });
  world.wait(2 * MINUTE);
  const { batch: batchId } = await startScheduled("distribute", world.now());
  const finishedAt = world.now().toISOString();
  await world.deliver();
  expect(world.queued).toHaveLength(1);
  world.queued.length = 0;
  const seen = async () => {
    const { batch, lines } = await answer<{ batch: Batch; lines: BatchLine[] }>(getBatch, { batchId });
    const { batches } = await answer<{ batches: Batch[] }>(listBatches, {});
    expect(batches.find(({ id }) => id === batchId)).toEqual(batch);
    return [batch.status, batch.finished_at, ...lines.map(({ outcome, reason }) => [outcome, reason])];
  };
  world.wait(HOUR - 1);
  expect(await seen()).toEqual(["running", null, ["queued", null]]);
  world.wait(1);
  const reason = "Stripe did not answer during this run. Later runs ask again. The payout shows the result.";
  expect(await seen()).toEqual(["done", finishedAt, ["queued", reason]]);
});

test("the schedule resumes a stopped run however many runs were started after it", async () => {
  world.reset([]);
  const at = (minutes: number) => new Date(world.now().getTime() + minutes * MINUTE);
  await createRun(newRun("stopped", "calc", "running", at(-90)));
  for (let index = 0; index < 25; index += 1)
    await createRun({ ...newRun(`done-${index}`, "calc", "running", at(-30)), status: "done" });
  await createRun(newRun("working", "calc", "running", at(-30)));
  const { batch } = await startScheduled("calc", world.now());
  expect(world.queued.map(({ body }) => JSON.parse(body).batchId)).toEqual(["stopped", batch]);
});

test("a run that runs out of time queues a message and continues when the message is delivered", async () => {
  world.reset(["ann"]);
  await world.earn("ann", [3000]);
  await world.invoke(ask("ann", 3000));
  const { batch } = await startScheduled("calc", world.now());
  world.queued.length = 0;
  // Loads the function after the mocks.
  const { workOn } = await import("../../../functions/payouts/batches/work.ts");
  await workOn(batch, world.now(), () => 0);
  expect(world.payouts()).toEqual([]);
  expect(world.queued).toHaveLength(1);
  await world.deliver();
  expect(world.payouts()).toMatchObject([{ status: "pending", amountCents: 3000 }]);
});

test("a run's report lists failed lines first, then skipped and waiting lines, and each line once", async () => {
  world.reset(["ann"]);
  const now = world.now();
  await createRun(newRun("run", "distribute", "running", now));
  const outcomes = ["paid", "failed", "paid", "skipped", "paid", "queued", "calculated"] as const;
  for (let at = 0; at < 70; at += 1) {
    const payout = { id: `ann-${String(at).padStart(6, "0")}`, affiliateId: "ann", email: "ann@example.com" };
    await writeLine("run", undefined, lineOf(payout, outcomes[at % 7] ?? "paid", 100), now);
  }
  const pages: BatchLine[][] = [];
  let cursor: string | undefined;
  do {
    const page = await answer<{ lines: BatchLine[]; next: string | null }>(getBatch, {
      batchId: "run",
      cursor,
    });
    pages.push(page.lines);
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  expect(pages.map(({ length }) => length)).toEqual([25, 25, 20]);
  const lines = pages.flat();
  expect(new Set(lines.map(({ payout_id }) => payout_id)).size).toBe(70);
  const of = (from: number, to: number) => new Set(lines.slice(from, to).map(({ outcome }) => outcome));
  expect(of(0, 10)).toEqual(new Set(["failed"]));
  expect(of(10, 30)).toEqual(new Set(["skipped", "queued"]));
  expect(of(30, 70)).toEqual(new Set(["calculated", "paid"]));
});
