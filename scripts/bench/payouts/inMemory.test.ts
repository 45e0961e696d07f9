import { writeFileSync } from "node:fs";
import type { Context, SQSBatchResponse, SQSEvent } from "aws-lambda";
import { expect, test, vi } from "vitest";
import { handler as approve } from "../../../functions/payouts/approve.ts";
import { readTotals } from "../../../functions/payouts/batches/lineTable.ts";
import { startRun } from "../../../functions/payouts/batches/start.ts";
import { findRun } from "../../../functions/payouts/batches/table.ts";
import { handler as continueBatch } from "../../../functions/payouts/continueBatch.ts";
import { handler as pay } from "../../../functions/payouts/pay.ts";
import { transact } from "../../../functions/platform/dynamo.ts";
import { memoryDynamo } from "../../../test/support/memory/dynamo.ts";
import { inProcess, network } from "../../../test/support/memory/network.ts";
import { memoryQueues } from "../../../test/support/memory/queue.ts";
import { memoryTransfers } from "../../../test/support/memory/transfers.ts";
import { EACH_CENTS, writesOf } from "./affiliates.ts";

/**
 * Runs the payouts in one process, to measure its heap. The tables share this heap, so a run's memory is the heap's
 * growth during one turn of the function.
 */
const SIZES = (process.env.BENCH_SIZES ?? "1000,10000").split(",").map(Number);
const OUT = process.env.BENCH_OUT;
/** The number of pages after which a turn ends. On AWS, a turn ends shortly before the function's timeout. */
const PAGES_A_TURN = 20;
const CALLS_A_PAGE = 25 * 8;
const NOW = new Date("2026-11-21T12:00:00.000Z");

const wire = network();
const rows = memoryDynamo(wire);
const transfers = memoryTransfers(wire, Date.now, () => {});
const queued: { queue: string; body: string }[] = [];
memoryQueues(wire, (queue, body) => void queued.push({ queue, body }));
vi.mock("../../../functions/http/http.ts", () => ({ http: () => (handle: unknown) => handle }));
vi.mock(
  "../../../functions/http/together.ts",
  async () => (await import("../../../test/support/memory/payouts.ts")).togetherPlatform,
);
vi.mock("../../../functions/http/freshSignIn.ts", () => ({ requireFreshSignIn: () => {} }));
vi.mock("../../../functions/platform/stripe.ts", () => ({ stripe: async () => transfers.client }));
vi.mock("../../../functions/payouts/transfers/pace.ts", () => ({
  BETWEEN_REQUESTS_MS: 0,
  keepPace: () => {},
  takeTurn: async () => {},
}));
for (const table of ["affiliates", "audit", "events", "payouts"])
  vi.stubEnv(`TABLE_${table.toUpperCase()}`, table);
for (const queue of ["MAIL", "PAYOUTS", "BATCHES"]) vi.stubEnv(`${queue}_QUEUE_URL`, queue.toLowerCase());
vi.stubEnv("FUNCTION_ID", "payouts/bench");
for (const level of ["info", "warn", "error"] as const) vi.spyOn(console, level).mockReturnValue();

function heapMb(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 1_000_000;
}

type Measured = { name: string; calls: number; turns: number; mostHeldMb: number };
type Consumer = (event: SQSEvent, context: Context) => Promise<SQSBatchResponse>;
/** Measures only in every n-th turn and every n-th call, because collecting garbage takes long. */
type Measuring = { handle: Consumer; batch: number; everyTurns: number; everyCalls: number };
const CONSUMERS: Record<string, Measuring> = {
  batches: { handle: continueBatch, batch: 1, everyTurns: 1, everyCalls: 500 },
  payouts: { handle: pay, batch: 10, everyTurns: 50, everyCalls: 25 },
};

/** Empties the queues. Kills one invocation during the run; the queue delivers its messages again. */
async function deliverAll(name: string, killAt: number): Promise<Measured> {
  const measured: Measured = { name, calls: 0, turns: 0, mostHeldMb: 0 };
  while (queued.length > 0) {
    const queue = queued[0]?.queue ?? "";
    const consumer = CONSUMERS[queue];
    if (!consumer) throw new Error(`The queue ${queue} has no consumer`);
    const batch = queued.filter((one) => one.queue === queue).slice(0, consumer.batch);
    for (const one of batch) queued.splice(queued.indexOf(one), 1);
    const isMeasured = measured.turns % consumer.everyTurns === 0;
    const before = isMeasured ? heapMb() : 0;
    wire.plan(measured.calls <= killAt ? { at: killAt - measured.calls, mode: "killed after" } : undefined);
    wire.turn = async () => {
      if (isMeasured && wire.calls.length % consumer.everyCalls === 0)
        measured.mostHeldMb = Math.max(measured.mostHeldMb, heapMb() - before);
    };
    const Records = batch.map(({ body }, index) => ({ messageId: String(index), body }));
    const isOver = () => wire.calls.length > PAGES_A_TURN * CALLS_A_PAGE;
    const context = { awsRequestId: "bench", getRemainingTimeInMillis: () => (isOver() ? 0 : 900_000) };
    const came = await inProcess(() =>
      consumer.handle({ Records } as unknown as SQSEvent, context as unknown as Context),
    );
    measured.calls += wire.calls.length;
    measured.turns += 1;
    wire.plan();
    wire.turn = undefined;
    if (came === "killed") queued.push(...batch);
    else expect(came.batchItemFailures).toEqual([]);
  }
  return measured;
}

async function run(kind: "calc" | "distribute", id: string, killAt: number): Promise<Measured> {
  await startRun(kind, undefined, id, { operator: "operator", action: "bench" }, NOW);
  const measured = await deliverAll(kind, killAt);
  expect((await findRun(id))?.status).toBe("done");
  return measured;
}

async function approveAll(): Promise<void> {
  const call = approve as unknown as (given: object) => Promise<unknown>;
  const ids = rows
    .of("payouts")
    .flatMap(({ sk, id }) => (String(sk).startsWith("payout#") ? [String(id)] : []));
  for (const payout_id of ids) await call({ input: { payout_id }, caller: { userId: "operator" }, now: NOW });
}

test("thousands of affiliates are paid once each, although an invocation of each run is killed", async () => {
  const lines: (string | number)[][] = [];
  for (const count of SIZES) {
    rows.clear();
    transfers.clear();
    transfers.balance = count * EACH_CENTS;
    const empty = heapMb();
    for (let index = 0; index < count; index += 1)
      for (const writes of writesOf("due", index, `acct_${index}`)) await transact(writes);
    const started = performance.now();
    const calc = await run("calc", "run-calc", count * 5);
    await approveAll();
    const distribute = await run("distribute", "run-distribute", count * 5);
    const seconds = Math.round((performance.now() - started) / 1000);
    const whole = { count, amount_cents: count * EACH_CENTS };
    expect((await readTotals("run-calc")).calculated).toEqual(whole);
    expect((await readTotals("run-distribute")).paid).toEqual(whole);
    expect(new Set(transfers.paid.map(({ payoutId }) => payoutId)).size).toBe(count);
    expect(transfers.paid).toHaveLength(count);
    expect(transfers.balance).toBe(0);
    rows.clear();
    transfers.clear();
    const left = heapMb() - empty;
    for (const { name, calls, turns, mostHeldMb } of [calc, distribute])
      lines.push([count, name, seconds, calls, turns, mostHeldMb.toFixed(1), left.toFixed(1)]);
  }
  if (OUT !== undefined) writeFileSync(OUT, JSON.stringify(lines));
});
