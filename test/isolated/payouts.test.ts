import { randomInt } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { HOUR, SECOND } from "#shared/instant.ts";
import type { Batch, BatchLine } from "#shared/payouts/batch.ts";
import type { OwnPayout } from "#shared/payouts/customer.ts";
import type { PayoutRow } from "#shared/payouts/operator.ts";
import { call } from "../support/api.ts";
import {
  advanceClock,
  clearFaults,
  injectFault,
  runSchedule,
  setDelivery,
  settle,
} from "../support/control.ts";
import { mailTo } from "../support/mail.ts";
import { beginHistory } from "../support/payoutHistory.ts";
import { payoutHistories } from "../support/payoutSteps.ts";
import { addStripeBalance, affiliateOf, earn, makeAffiliate, transfersTo } from "../support/payouts.ts";
import { type Person, signInPerson, signUpOperator, signUpPerson } from "../support/people.ts";
import { patchRow, putRow, rowsOf } from "../support/rows.ts";
import { stack, startOwnStack } from "../support/running.ts";
import { atStripe, buy, paymentOf, stripeClient } from "../support/shop.ts";

const SEED = randomInt(2 ** 31);

/** Which step it was, where one fails. */
async function told(what: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw new Error(what, { cause: error });
  }
}

let close: () => Promise<void>;
let operator: Person;
beforeAll(async () => {
  ({ close } = await startOwnStack("payouts", 4860));
  operator = await signUpOperator();
  await addStripeBalance(100_000_00);
});
afterAll(() => close());
beforeEach(async () => {
  await clearFaults();
  // Money asks for a sign-in of the last minutes, and the tests before this one may have taken longer.
  operator = await signInPerson(operator.email);
});

const asOperator = () => ({ token: operator.accessToken });

/** Somebody who may be paid, has earned so much, and has asked for so much of it. */
async function asking(earned: readonly number[], asked: number) {
  const person = await signUpPerson();
  const { affiliateId, account } = await makeAffiliate(person);
  await earn(affiliateId, earned);
  const { status, body } = await ask(person, asked);
  expect(status, JSON.stringify(body)).toBe(200);
  return { person, affiliateId, account, id: String(body.id) };
}

const ask = (person: Person, amount_cents: number) =>
  call("payouts/requestPayout", { amount_cents }, { token: person.accessToken });

async function run(kind: "Calc" | "Distribute", batch_id?: string): Promise<string> {
  const { status, body } = await call(`payouts/run${kind}`, batch_id ? { batch_id } : {}, asOperator());
  expect(status, JSON.stringify(body)).toBe(200);
  await settle();
  return String(body.batch_id);
}

async function preview(kind: "calc" | "distribute"): Promise<string> {
  const { body } = await call("payouts/previewBatch", { kind }, asOperator());
  await settle();
  return String(body.batch_id);
}

async function report(batchId: string): Promise<{ batch: Batch; lines: BatchLine[] }> {
  const { body } = await call("payouts/getBatch", { batchId }, asOperator());
  return { batch: body.batch as Batch, lines: body.lines as BatchLine[] };
}

const act = (what: "approve" | "transfer", payout_id: string) =>
  call(`payouts/${what}`, { payout_id }, asOperator());

/** A payout of somebody, approved. */
async function approved(earned: readonly number[], asked: number) {
  const one = await asking(earned, asked);
  await run("Calc");
  expect((await act("approve", one.id)).status).toBe(200);
  return one;
}

async function ownOf(person: Person): Promise<OwnPayout[]> {
  const { body } = await call("payouts/listOwnPayouts", {}, { token: person.accessToken });
  return body.payouts as OwnPayout[];
}

/** What the ledger holds of one affiliate: the balance as it is kept, and the sum of the entries. */
async function ledgerOf(affiliateId: string) {
  const rows = (await rowsOf("Payouts")).filter(({ pk }) => pk === `affiliate#${affiliateId}`);
  const balance = rows.find(({ sk }) => sk === "balance");
  const entries = rows.filter(({ sk }) => String(sk).startsWith("entry#"));
  return {
    balance: Number(balance?.balanceCents),
    available: Number(balance?.availableCents),
    inPayout: Number(balance?.inPayoutCents),
    paidOut: Number(balance?.paidOutCents),
    entries: entries.reduce((sum, { amountCents }) => sum + Number(amountCents), 0),
  };
}

/** After whatever happened: paid once, all of it, and the sums are what they were. */
async function expectPaidOnce(one: Awaited<ReturnType<typeof asking>>, cents: number, left = 0) {
  expect(await transfersTo(one.account)).toEqual([cents]);
  expect((await ownOf(one.person))[0]?.payout).toMatchObject({ amount_cents: cents, status: "paid" });
  expect(await ledgerOf(one.affiliateId)).toEqual({
    balance: left,
    available: left,
    inPayout: 0,
    paidOut: cents,
    entries: left,
  });
}

test("from Stripe's page to money in somebody's account, and some of it back", async () => {
  const person = await signUpPerson();
  const as = { token: person.accessToken };
  const affiliateId = person.userId;
  await putRow("Affiliates", {
    pk: `affiliate#${affiliateId}`,
    sk: "affiliate",
    ...affiliateOf(affiliateId, person.email),
  });
  await earn(affiliateId, [2500, 1500]);
  await earn(affiliateId, [700], { status: "pending", paidAt: "2026-01-09T08:00:00.000Z" });
  expect((await ask(person, 3000)).body.error).toMatch(/Confirm your email/);
  await patchRow("Users", { pk: affiliateId, sk: "account" }, "emailConfirmed", true);
  expect((await ask(person, 3000)).body.error).toMatch(/setting up payouts at Stripe/);

  expect((await call("payouts/getConnect", {}, as)).body.state).toBe("none");
  const here = { return_url: `${stack().siteUrl}/dashboard?tab=affiliate` };
  const [first, second] = await Promise.all([
    call("payouts/startOnboarding", here, as),
    call("payouts/startOnboarding", here, as),
  ]);
  expect([first.status, second.status]).toEqual([200, 200]);
  const abroad = await call("payouts/startOnboarding", { return_url: "https://evil.example/" }, as);
  expect(abroad).toMatchObject({ status: 400, body: { field: "return_url" } });
  const { data: accounts } = await stripeClient().accounts.list({ limit: 100 });
  const mine = accounts.filter(({ metadata }) => metadata?.affiliateId === affiliateId);
  expect(mine).toHaveLength(1);
  expect(String(first.body.url)).toContain(mine[0]?.id);
  expect((await call("payouts/getConnect", { refresh: "true" }, as)).body.state).toBe("incomplete");
  await setDelivery("paused");
  await atStripe(`accounts/${mine[0]?.id}/enable`);
  const { data: events } = await stripeClient().events.list({ type: "account.updated", limit: 1 });
  await call("billing/replayEvent", { eventId: events[0]?.id ?? "" }, asOperator());
  await setDelivery("normal");
  await settle();
  expect((await call("payouts/getConnect", {}, as)).body.state).toBe("ready");

  for (const amount of [1999, 4001]) expect((await ask(person, amount)).status).toBe(400);
  const asked = await Promise.all([ask(person, 3000), ask(person, 3000)]);
  expect(asked.map(({ status }) => status).sort()).toEqual([200, 409]);
  const id = String(asked.find(({ status }) => status === 200)?.body.id);

  const calc = await run("Calc");
  expect(await report(calc)).toMatchObject({
    batch: { kind: "calc", status: "done", totals: { calculated: { count: 1, amount_cents: 4000 } } },
    lines: [{ payout_id: id, outcome: "calculated", amount_cents: 4000 }],
  });
  expect(await ledgerOf(affiliateId)).toMatchObject({ balance: 4700, available: 700, inPayout: 4000 });
  // A second run on the same state changes nothing.
  expect((await report(await run("Calc"))).lines).toEqual([]);
  expect(await ledgerOf(affiliateId)).toMatchObject({ balance: 4700, available: 700, inPayout: 4000 });

  const pending = await call("payouts/listPayouts", { status: "pending" }, asOperator());
  expect(pending.body).toMatchObject({ total: 1, rows: [{ id, amount_cents: 4000, status: "pending" }] });
  const requests = await call("payouts/listPayoutRequests", { status: "pending" }, asOperator());
  expect(requests.body).toMatchObject({
    total: 1,
    rows: [{ id, payout_id: id, affiliates: { profiles: { email: person.email } } }],
  });
  // A link has a row by its id, whatever else is asked for, and no other.
  for (const list of ["payouts/listPayouts", "payouts/listPayoutRequests"] as const) {
    const { body } = await call(list, { id, offset: 5 }, asOperator());
    expect(body).toMatchObject({ total: 1, rows: [{ id }], next: null });
    expect((await call(list, { id: `${affiliateId}-99` }, asOperator())).body).toMatchObject({ rows: [] });
  }
  const found = await call("affiliates/listAffiliates", { id: affiliateId, search: "nobody" }, asOperator());
  expect(found.body).toMatchObject({ total: 1, rows: [{ id: affiliateId, email: person.email }] });
  expect((await act("transfer", id)).status).toBe(409);
  const approvals = await Promise.all([act("approve", id), act("approve", id), act("approve", id)]);
  expect(approvals.map(({ status }) => status).sort()).toEqual([200, 409, 409]);

  const seen = await preview("distribute");
  expect(await report(seen)).toMatchObject({
    batch: { status: "ready", totals: { planned: { count: 1, amount_cents: 4000 } } },
    lines: [{ payout_id: id, outcome: "planned" }],
  });
  expect(await transfersTo(mine[0]?.id ?? "")).toEqual([]);
  await run("Distribute", seen);
  expect((await call("payouts/runDistribute", { batch_id: seen }, asOperator())).status).toBe(409);
  expect(await report(seen)).toMatchObject({
    batch: { status: "done", totals: { planned: { count: 0 }, paid: { count: 1, amount_cents: 4000 } } },
  });
  const one = { person, affiliateId, account: mine[0]?.id ?? "", id };
  await expectPaidOnce(one, 4000, 700);
  expect((await ownOf(person))[0]).toMatchObject({ status: "approved", requested_amount_cents: 3000 });
  expect((await call("payouts/listBatches", {}, asOperator())).body.batches).toHaveLength(3);

  const [transfer] = (await stripeClient().transfers.list({ destination: one.account })).data;
  for (const amount of [1000, 500])
    await stripeClient().transfers.createReversal(transfer?.id ?? "", { amount });
  await settle();
  expect((await ownOf(person))[0]?.payout).toMatchObject({ status: "paid", reversed_cents: 1500 });
  expect(await ledgerOf(affiliateId)).toMatchObject({ balance: 2200, available: 2200, entries: 2200 });

  const audit = (await rowsOf("Audit")).filter(({ subject }) => subject === `payout#${id}`);
  expect(audit.map(({ action }) => action)).toEqual(["payouts/approve"]);
  const runs = (await rowsOf("Audit")).filter(({ subject }) => String(subject).startsWith("batch#"));
  expect(runs).toHaveLength(3);
});

describe("what Stripe refuses, and what has changed", () => {
  test("our balance does not cover it: failed with the reason, and by hand again once it does", async () => {
    const one = await approved([90_000_00, 90_000_00], 100_000_00);
    await run("Distribute");
    const failed = (await ownOf(one.person))[0]?.payout;
    expect(failed).toMatchObject({ status: "failed", reason: expect.stringMatching(/balance at Stripe/) });
    await addStripeBalance(100_000_00);
    const tries = await Promise.all([act("transfer", one.id), act("transfer", one.id)]);
    expect(tries.map(({ status }) => status).sort()).toEqual([200, 409]);
    const paid = tries.find(({ status }) => status === 200)?.body.payout as PayoutRow;
    expect(paid).toMatchObject({ status: "paid", attempts: 2 });
    await expectPaidOnce(one, 180_000_00);
    const audit = (await rowsOf("Audit")).filter(({ subject }) => subject === `payout#${one.id}`);
    expect(audit.map(({ action }) => action).sort()).toEqual(["payouts/approve", "payouts/transfer"]);
  });

  test("a restricted account is skipped, and one that is another by now", async () => {
    const restricted = await approved([3000], 3000);
    const changed = await approved([3000], 3000);
    const suspended = await approved([3000], 3000);
    const row = (affiliateId: string) => ({ pk: `affiliate#${affiliateId}`, sk: "affiliate" });
    await patchRow("Affiliates", row(restricted.affiliateId), "payoutsEnabled", false);
    await patchRow("Affiliates", row(changed.affiliateId), "stripeAccountId", "acct_other");
    await patchRow("Affiliates", row(suspended.affiliateId), "status", "suspended");
    const { lines } = await report(await run("Distribute"));
    expect(Object.fromEntries(lines.map((line) => [line.payout_id, line.reason]))).toEqual({
      [restricted.id]: expect.stringMatching(/still asks for something/),
      [changed.id]: expect.stringMatching(/has changed since the approval/),
      [suspended.id]: expect.stringMatching(/suspended/),
    });
    expect((await act("transfer", changed.id)).status).toBe(409);
    const as = asOperator();
    for (const { id } of [restricted, changed, suspended]) {
      const answers = await Promise.all(
        [1, 2].map(() => call("payouts/cancel", { payout_id: id, reason: "Please ask again." }, as)),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    }
    expect(await ledgerOf(changed.affiliateId)).toMatchObject({ available: 3000, inPayout: 0 });
    expect((await ownOf(changed.person))[0]?.payout?.reason).toBe("Please ask again.");
    expect(await transfersTo(changed.account)).toEqual([]);
  });

  test("a request is rejected with its reason, with the payout that was made of it", async () => {
    const one = await asking([2000], 2000);
    const as = asOperator();
    const without = await call("payouts/reject", { request_id: one.id, reason: " " }, as);
    expect(without).toMatchObject({ status: 400, body: { field: "reason" } });
    await run("Calc");
    expect((await call("payouts/reject", { request_id: one.id, reason: "Unclear traffic" }, as)).status).toBe(
      200,
    );
    expect((await call("payouts/reject", { request_id: one.id, reason: "Again" }, as)).status).toBe(409);
    expect((await ownOf(one.person))[0]).toMatchObject({ status: "rejected", reason: "Unclear traffic" });
    expect(await ledgerOf(one.affiliateId)).toMatchObject({ available: 2000, inPayout: 0 });
    expect((await ask(one.person, 2000)).status).toBe(200);
    for (const payout_id of ["nonsense", "po-000001", `${one.affiliateId}-000009`])
      expect((await call("payouts/approve", { payout_id }, as)).status).toBe(404);
  });

  test("a preview that no longer holds says so, and pays nothing of it", async () => {
    const one = await asking([2500], 2500);
    const seen = await preview("calc");
    await earn(one.affiliateId, [-700], { paidAt: "2026-01-01T00:00:00.000Z" });
    const later = await asking([2500], 2500);
    await run("Calc", seen);
    const { lines } = await report(seen);
    expect(lines.find(({ payout_id }) => payout_id === one.id)).toMatchObject({
      outcome: "skipped",
      reason: expect.stringMatching(/changed since the preview: \$25.00 then, \$18.00 now/),
    });
    // Who asked afterwards is not in it.
    expect(lines.some(({ payout_id }) => payout_id === later.id)).toBe(false);
    const old = await preview("calc");
    await advanceClock((2 * HOUR) / SECOND);
    operator = await signInPerson(operator.email);
    expect((await call("payouts/runCalc", { batch_id: old }, asOperator())).body.error).toMatch(/an hour/);
    expect((await call("payouts/runCalc", { batch_id: "none" }, asOperator())).status).toBe(404);
    await run("Calc");
  });
});

test("ended on the way, not answered, and looked for 25 hours later by the clock: paid once", async () => {
  const rows = Array.from({ length: 90 }, () => 34);
  const one = await asking(rows, 3060);
  const write = { service: "dynamodb", operation: "TransactWriteItems" };
  await injectFault({ ...write, function: "payouts/runBatch", mode: "kill-after", times: 1 });
  await run("Calc");
  expect(await ledgerOf(one.affiliateId)).toMatchObject({ balance: 3060, available: 0, inPayout: 3060 });
  expect((await act("approve", one.id)).status).toBe(200);
  await injectFault({ service: "stripe", operation: "transfers.create", mode: "lost", times: 1 });
  await act("transfer", one.id);
  await clearFaults();
  await advanceClock((25 * HOUR) / SECOND);
  operator = await signUpOperator();
  for (const schedule of ["payouts/distributeWeekly", "payouts/calcDaily"]) {
    await runSchedule(schedule);
    await settle();
  }
  await expectPaidOnce({ ...one, person: await signInPerson(one.person.email) }, 3060);
});

test("a refund after the payout takes its share from the next one", async () => {
  const person = await signUpPerson();
  const { affiliateId, account } = await makeAffiliate(person);
  const buyer = await signUpPerson();
  await putRow("Affiliates", {
    pk: `user#${buyer.userId}`,
    sk: "attribution",
    affiliateId,
    rateBasisPoints: 2000,
    via: "link",
    at: new Date(0).toISOString(),
  });
  const { payment_intent } = await paymentOf((await buy(buyer, "lifetime")).sessionId);
  // Its hold is over.
  const earned = { pk: `affiliate#${affiliateId}`, sk: `commission#${payment_intent}` };
  for (const day of ["matureAt", "dueAt"]) await patchRow("Payouts", earned, day, new Date(0).toISOString());
  const paidOut = async (cents: number) => {
    const { status, body } = await ask(person, cents);
    expect(status, JSON.stringify(body)).toBe(200);
    await run("Calc");
    expect((await act("approve", String(body.id))).status).toBe(200);
    await run("Distribute");
    return (await ownOf(person))[0]?.payout;
  };
  await run("Calc");
  expect(await paidOut(800_00)).toMatchObject({ status: "paid", amount_cents: 800_00 });
  await stripeClient().refunds.create({ payment_intent, amount: 100_00 });
  await settle();
  expect(await ledgerOf(affiliateId)).toMatchObject({ balance: -20_00, available: -20_00 });
  expect((await ask(person, 20_00)).body.error).toMatch(/below zero/);
  await earn(affiliateId, [50_00]);
  expect((await ask(person, 30_01)).status).toBe(400);
  expect(await paidOut(30_00)).toMatchObject({ status: "paid", amount_cents: 30_00 });
  expect((await transfersTo(account)).sort()).toEqual([30_00, 800_00]);
  expect(await ledgerOf(affiliateId)).toMatchObject({ balance: 0, available: 0, entries: 0 });
});

describe(`random histories with faults (seed ${SEED})`, () => {
  test.each(payoutHistories(SEED, 3).map((steps, index) => ({ steps, index })))(
    "number $index: one transfer a payout, every sum kept",
    async ({ steps, index }) => {
      const history = await beginHistory(`${SEED}-${index}`);
      for (const [place, step] of steps.entries())
        await told(`step ${place}: ${JSON.stringify(step)}`, async () => {
          await history.step(step);
          await history.check();
        });
      await history.heal();
      await history.check();
    },
  );
});

test("after all that, the ledger agrees with itself and with Stripe; a row that was changed is found and told", async () => {
  const compare = () => runSchedule("affiliates/checkLedger");
  expect(await compare()).toMatchObject({ payload: { differing: 0, finished: true } });
  const one = await approved([2100], 2100);
  await run("Distribute");
  const balance = { pk: `affiliate#${one.affiliateId}`, sk: "balance" };
  await patchRow("Payouts", balance, "paidOutCents", 2099);
  expect(await compare()).toMatchObject({ payload: { differing: 1, finished: true } });
  await settle();
  const [mail] = await mailTo(stack().operator.email);
  expect(mail?.text).toContain(`${one.affiliateId}: paidOutCents is kept as 2099, and is 2100`);
  expect((await ledgerOf(one.affiliateId)).paidOut).toBe(2099);
});
