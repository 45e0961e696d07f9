import type { Batch } from "#shared/payouts/batch.ts";
import { approve, getBatch, listPayouts, runCalc, runDistribute } from "#shared/payouts/operator.ts";
import { callApi, post, settle } from "../../../local/seed/api.ts";
import type { StackFile } from "../../../local/stackFile.ts";
import { EACH_CENTS, putAffiliates } from "./affiliates.ts";
import { inLanes } from "./lanes.ts";
import { operatorOf } from "./operator.ts";
import { mostInASecond, watchPace } from "./pace.ts";
import { transfersOf } from "./transfers.ts";
import { type Work, watchWork } from "./work.ts";

export type Part = { name: string; seconds: number; work: Work };
export type Figures = {
  affiliates: number;
  parts: Part[];
  /** The sandbox's load during the distribution. */
  mostInASecond: number;
  requests: number;
};

type Operator = ReturnType<typeof operatorOf>;

const LOOK_EVERY_MS = 500;
const APPROVERS = 6;

/**
 * Pays all affiliates through the operator's calls, from the end of the hold until the money is in their accounts.
 * Kills each run once: the calculation after a write, the distribution between a transfer and its record.
 * @throws if an affiliate is unpaid or paid twice, or the sums differ
 */
export async function payEverybody(stack: StackFile, count: number, named: string): Promise<Figures> {
  const say = (what: string) => console.log(`${count} affiliates: ${what}`);
  const operator = operatorOf(stack);
  await putAffiliates(stack, count, named);
  await settle(stack);
  say("written");

  const timed = async (name: string, functionId: string, work: () => Promise<void>): Promise<Part> => {
    const watched = await watchWork(stack, functionId);
    const started = performance.now();
    await work();
    const seconds = Math.round((performance.now() - started) / 100) / 10;
    say(`${name} in ${seconds} s`);
    return { name, seconds, work: await watched.end() };
  };
  const report = async (batchId: string): Promise<Batch> =>
    getBatch.output.parse(await callApi(stack, getBatch, { batchId }, await operator())).batch;
  const until = async (batchId: string, isReached: (batch: Batch) => boolean): Promise<void> => {
    while (!isReached(await report(batchId))) await new Promise((done) => setTimeout(done, LOOK_EVERY_MS));
  };
  const run = async (
    contract: typeof runCalc | typeof runDistribute,
    outcome: "calculated" | "paid",
    fault: object,
  ) => {
    const { batch_id } = contract.output.parse(await callApi(stack, contract, {}, await operator()));
    await until(batch_id, ({ totals }) => totals[outcome].count >= count / 2);
    await post(`${stack.controlUrl}/faults`, { ...fault, mode: "kill-after", times: 1 });
    await until(batch_id, ({ status }) => status === "done");
    const { totals } = await report(batch_id);
    expectSame(`${outcome} of the run`, totals[outcome], { count, amount_cents: count * EACH_CENTS });
  };

  const calc = await timed("calculated", "payouts/continueBatch", () =>
    run(runCalc, "calculated", {
      service: "dynamodb",
      operation: "TransactWriteItems",
      function: "payouts/continueBatch",
    }),
  );
  const approval = await timed("approved", "payouts/approve", () => approveAll(stack, operator, count));
  const pace = watchPace(stack);
  const distribution = await timed("paid", "payouts/pay", () =>
    run(runDistribute, "paid", { service: "stripe", operation: "transfers.create", function: "payouts/pay" }),
  );
  const requests = await pace.end();
  await settle(stack);
  const transfers = await transfersOf(stack, named);
  expectSame("transfers, by payout", transfers, {
    payouts: count,
    transfers: count,
    cents: count * EACH_CENTS,
  });
  return {
    affiliates: count,
    parts: [calc, approval, distribution],
    mostInASecond: mostInASecond(requests.map(({ arrivedMs }) => arrivedMs)),
    requests: requests.length,
  };
}

async function approveAll(stack: StackFile, operator: Operator, count: number): Promise<void> {
  const ids: string[] = [];
  for (let cursor: string | undefined, more = true; more; ) {
    const page = await callApi(
      stack,
      {
        ...listPayouts,
        path: `${listPayouts.path}?status=pending${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ""}`,
      },
      {},
      await operator(),
    );
    const { rows, next } = listPayouts.output.parse(page);
    ids.push(...rows.map(({ id }) => id));
    cursor = next ?? undefined;
    more = next !== null;
  }
  expectSame("pending payouts", new Set(ids).size, count);
  await inLanes(ids.length, APPROVERS, async (index) => {
    const { payout } = approve.output.parse(
      await callApi(stack, approve, { payout_id: ids[index] }, await operator()),
    );
    expectSame("the payout's amount", payout.amount_cents, EACH_CENTS);
  });
}

function expectSame(what: string, found: unknown, wanted: unknown): void {
  const [is, should] = [JSON.stringify(found), JSON.stringify(wanted)];
  if (is !== should) throw new Error(`${what}: ${is}, and should be ${should}`);
}
