import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { HOUR, MINUTE, SECOND } from "#shared/instant.ts";
import type { PayoutRow } from "#shared/payouts/operator.ts";
import { call } from "../support/api.ts";
import { advanceClock, clearFaults, injectFault, runSchedule, settle } from "../support/control.ts";
import { mailTo } from "../support/mail.ts";
import { openPayoutDesk, type PayoutDesk } from "../support/payoutDesk.ts";
import { playHistory } from "../support/payoutHistory.ts";
import { onboardAtStripe } from "../support/payoutOnboarding.ts";
import { actionsOn, ask, asking, expectPaidOnce, ledgerOf, ownOf } from "../support/payoutRequests.ts";
import { payoutHistories } from "../support/payoutSteps.ts";
import {
  addStripeBalance,
  buyThrough,
  earn,
  makeAffiliate,
  putAffiliate,
  transfersTo,
} from "../support/payouts.ts";
import { signInPerson, signUpPerson } from "../support/people.ts";
import { patchRow, rowsOf } from "../support/rows.ts";
import { stack } from "../support/running.ts";
import { runs, SEED } from "../support/runs.ts";
import { stripeClient } from "../support/shop.ts";
import { startWorld } from "../world/stack/running.ts";

let close: () => Promise<void>;
let desk: PayoutDesk;
beforeAll(async () => {
  ({ close } = await startWorld());
  desk = await openPayoutDesk();
  await addStripeBalance(100_000_00);
});
afterAll(() => close());
beforeEach(async () => {
  await clearFaults();
  // Transfers need a fresh sign-in, and earlier tests may have taken too long.
  await desk.signInAgain();
});

test("an affiliate connects an account and is paid, and reversing a part of the transfer credits that part", async () => {
  const person = await signUpPerson();
  const affiliateId = person.userId;
  await putAffiliate(person);
  await earn(affiliateId, [2500, 1500]);
  await earn(affiliateId, [700], { status: "pending", paidAt: "2026-01-09T08:00:00.000Z" });
  expect((await ask(person, 3000)).body.error).toMatch(/Confirm your email/);
  await patchRow("Users", { pk: affiliateId, sk: "account" }, "emailConfirmed", true);
  expect((await ask(person, 3000)).body.error).toMatch(/setting up payouts at Stripe/);

  const account = await onboardAtStripe(person, desk.asOperator());

  for (const amount of [1999, 4001]) expect((await ask(person, amount)).status).toBe(400);
  const asked = await Promise.all([ask(person, 3000), ask(person, 3000)]);
  expect(asked.map(({ status }) => status).sort()).toEqual([200, 409]);
  const id = String(asked.find(({ status }) => status === 200)?.body.id);

  const calc = await desk.run("Calc");
  expect(await desk.report(calc)).toMatchObject({
    batch: { kind: "calc", status: "done", totals: { calculated: { count: 1, amount_cents: 4000 } } },
    lines: [{ payout_id: id, outcome: "calculated", amount_cents: 4000 }],
  });
  expect(await ledgerOf(affiliateId)).toMatchObject({ balance: 4700, available: 700, inPayout: 4000 });
  expect((await desk.report(await desk.run("Calc"))).lines).toEqual([]);
  expect(await ledgerOf(affiliateId)).toMatchObject({ balance: 4700, available: 700, inPayout: 4000 });

  const one = { person, affiliateId, account, id };
  await desk.expectListed(one, 4000);
  expect((await desk.act("transfer", id)).status).toBe(409);
  const approvals = await Promise.all([1, 2, 3].map(() => desk.act("approve", id)));
  expect(approvals.map(({ status }) => status).sort()).toEqual([200, 409, 409]);

  const seen = await desk.preview("distribute");
  expect(await desk.report(seen)).toMatchObject({
    batch: { status: "ready", totals: { planned: { count: 1, amount_cents: 4000 } } },
    lines: [{ payout_id: id, outcome: "planned" }],
  });
  expect(await transfersTo(account)).toEqual([]);
  await desk.run("Distribute", seen);
  expect((await call("payouts/runDistribute", { batch_id: seen }, desk.asOperator())).status).toBe(409);
  expect(await desk.report(seen)).toMatchObject({
    batch: { status: "done", totals: { planned: { count: 0 }, paid: { count: 1, amount_cents: 4000 } } },
  });
  await expectPaidOnce(one, 4000, 700);
  expect((await ownOf(person))[0]).toMatchObject({ status: "approved", requested_amount_cents: 3000 });
  expect((await call("payouts/listBatches", {}, desk.asOperator())).body.batches).toHaveLength(3);

  const [transfer] = (await stripeClient().transfers.list({ destination: one.account })).data;
  for (const amount of [1000, 500])
    await stripeClient().transfers.createReversal(transfer?.id ?? "", { amount });
  await settle();
  expect((await ownOf(person))[0]?.payout).toMatchObject({ status: "paid", reversed_cents: 1500 });
  const today = (await ownOf(person))[0]?.payout?.paid_at?.slice(0, 10) ?? "";
  const growth = await call("insights/getGrowth", { from: today, to: today }, desk.asOperator());
  expect(growth.body).toMatchObject({
    now: { payouts: { count: 1, cents: 2500 } },
    before: { payouts: { count: 0 } },
  });
  expect(await ledgerOf(affiliateId)).toMatchObject({ balance: 2200, available: 2200, entries: 2200 });

  // An operator repeats the transfer in Stripe's dashboard and reverses it. The affiliate gets no credit for that.
  const duplicate = await stripeClient().transfers.create({
    amount: 4000,
    currency: "usd",
    destination: one.account,
    transfer_group: transfer?.transfer_group ?? "",
    metadata: transfer?.metadata ?? {},
  });
  // While the affiliate has the duplicate's money, a reversal of the payout's own transfer gives no credit.
  await stripeClient().transfers.createReversal(transfer?.id ?? "", { amount: 700 });
  await settle();
  expect(await ledgerOf(affiliateId)).toMatchObject({ balance: 2200, available: 2200, entries: 2200 });
  // The duplicate is reversed in two parts. The last part is small enough to pass for a reversal of the payout.
  for (const amount of [3000, 1000]) {
    await stripeClient().transfers.createReversal(duplicate.id, { amount });
    await settle();
  }
  expect(await ledgerOf(affiliateId)).toMatchObject({ balance: 2900, available: 2900, entries: 2900 });
  expect((await ownOf(person))[0]?.payout).toMatchObject({ reversed_cents: 2200 });

  expect(await actionsOn(id)).toEqual(["payouts/approve"]);
  const entries = (await rowsOf("Audit")).filter(({ subject }) => String(subject).startsWith("batch#"));
  expect(entries).toHaveLength(3);
});

describe("refusals by Stripe and changes before a transfer", () => {
  test("a payout over our balance fails with the reason, and can be paid by hand later", async () => {
    const one = await desk.approved([90_000_00, 90_000_00], 100_000_00);
    await desk.run("Distribute");
    const failed = (await ownOf(one.person))[0]?.payout;
    expect(failed).toMatchObject({ status: "failed", reason: expect.stringMatching(/balance at Stripe/) });
    await addStripeBalance(100_000_00);
    const tries = await Promise.all([desk.act("transfer", one.id), desk.act("transfer", one.id)]);
    expect(tries.map(({ status }) => status).sort()).toEqual([200, 409]);
    const paid = tries.find(({ status }) => status === 200)?.body.payout as PayoutRow;
    expect(paid).toMatchObject({ status: "paid", attempts: 2 });
    await expectPaidOnce(one, 180_000_00);
    expect((await actionsOn(one.id)).sort()).toEqual([
      "payouts/approve",
      "payouts/transfer",
      "payouts/transfer",
    ]);
  });

  test("a payout over our balance is paid and reported by a later run", async () => {
    const one = await desk.approved([200_000_00], 200_000_00);
    const line = async (batch: string) =>
      (await desk.report(batch)).lines.find(({ payout_id }) => payout_id === one.id);
    expect(await line(await desk.run("Distribute"))).toMatchObject({
      outcome: "failed",
      reason: "Our balance at Stripe did not cover it. The next payout run retries it.",
    });
    await addStripeBalance(200_000_00);
    expect(await line(await desk.run("Distribute"))).toMatchObject({ outcome: "paid", reason: null });
    await expectPaidOnce(one, 200_000_00);
  });

  test("a run skips payouts to restricted, replaced and suspended accounts", async () => {
    const restricted = await desk.approved([3000], 3000);
    const changed = await desk.approved([3000], 3000);
    const suspended = await desk.approved([3000], 3000);
    const row = (affiliateId: string) => ({ pk: `affiliate#${affiliateId}`, sk: "affiliate" });
    await patchRow("Affiliates", row(restricted.affiliateId), "payoutsEnabled", false);
    await patchRow("Affiliates", row(changed.affiliateId), "stripeAccountId", "acct_other");
    await patchRow("Affiliates", row(suspended.affiliateId), "status", "suspended");
    const { lines } = await desk.report(await desk.run("Distribute"));
    expect(Object.fromEntries(lines.map((line) => [line.payout_id, line.reason]))).toEqual({
      [restricted.id]: expect.stringMatching(/needs more information/),
      [changed.id]: expect.stringMatching(/has changed since the approval/),
      [suspended.id]: expect.stringMatching(/suspended/),
    });
    expect((await desk.act("transfer", changed.id)).status).toBe(409);
    const as = desk.asOperator();
    const found = (await call("payouts/searchPayouts", { search: restricted.person.email }, as)).body.rows;
    const listed = (await call("payouts/listPayouts", { status: "approved" }, as)).body.rows;
    for (const rows of [found, listed] as PayoutRow[][])
      expect(rows.find(({ id }) => id === restricted.id)?.not_payable).toMatch(/needs more information/);
    const { needs } = (await call("insights/getNeeds", {}, as)).body;
    expect(needs).toContainEqual(expect.objectContaining({ kind: "skippedPayout", count: 3 }));
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

  test("the list of a calculation's payouts says why one cannot be paid, even before the payout is approved", async () => {
    const other = await asking([2000], 2000);
    await desk.run("Calc");
    const [fine, restricted] = [await asking([2000], 2000), await asking([2000], 2000)];
    const seen = await desk.preview("calc");
    const batch_id = await desk.run("Calc");
    const row = { pk: `affiliate#${restricted.affiliateId}`, sk: "affiliate" };
    await patchRow("Affiliates", row, "payoutsEnabled", false);
    const made = await call("payouts/listPayouts", { batch_id }, desk.asOperator());
    expect(made.body).toMatchObject({ total: null, next: null });
    const listed = (made.body.rows as PayoutRow[]).map(({ id, not_payable }) => [id, not_payable]);
    expect(Object.fromEntries(listed)).toEqual({
      [fine.id]: null,
      [restricted.id]: expect.stringMatching(/needs more information/),
    });
    // The first run has already made these payouts, so the previewed run skips them.
    await desk.run("Calc", seen);
    const skipped = await call("payouts/listPayouts", { batch_id: seen }, desk.asOperator());
    expect(skipped.body).toMatchObject({ rows: [], next: null });
    for (const { id } of [other, fine, restricted])
      await call("payouts/cancel", { payout_id: id, reason: "Not needed." }, desk.asOperator());
  });

  test("rejecting a request also cancels its payout, and the affiliate sees the reason", async () => {
    const one = await asking([2000], 2000);
    const reject = (reason: string) =>
      call("payouts/reject", { request_id: one.id, reason }, desk.asOperator());
    expect(await reject(" ")).toMatchObject({ status: 400, body: { field: "reason" } });
    await desk.run("Calc");
    expect((await reject("Unclear traffic")).status).toBe(200);
    expect((await reject("Again")).status).toBe(409);
    expect((await ownOf(one.person))[0]).toMatchObject({ status: "rejected", reason: "Unclear traffic" });
    expect(await ledgerOf(one.affiliateId)).toMatchObject({ available: 2000, inPayout: 0 });
    expect((await ask(one.person, 2000)).status).toBe(200);
    for (const payout_id of ["nonsense", "po-000001", `${one.affiliateId}-000009`])
      expect((await desk.act("approve", payout_id)).status).toBe(404);
  });

  test("an outdated preview pays nothing and says what has changed", async () => {
    const one = await asking([2500], 2500);
    const seen = await desk.preview("calc");
    await earn(one.affiliateId, [-700], { paidAt: "2026-01-01T00:00:00.000Z" });
    const later = await asking([2500], 2500);
    await desk.run("Calc", seen);
    const { lines } = await desk.report(seen);
    expect(lines.find(({ payout_id }) => payout_id === one.id)).toMatchObject({
      outcome: "skipped",
      reason: expect.stringMatching(/changed since the preview: \$25.00 then, \$18.00 now/),
    });
    expect(lines.some(({ payout_id }) => payout_id === later.id)).toBe(false);
    const old = await desk.preview("calc");
    await advanceClock((2 * HOUR) / SECOND);
    await desk.signInAgain();
    const runCalc = (batch_id: string) => call("payouts/runCalc", { batch_id }, desk.asOperator());
    expect((await runCalc(old)).body.error).toMatch(/an hour/);
    expect((await runCalc("none")).status).toBe(404);
    await desk.run("Calc");
  });
});

test("a payout is paid once if the run and the transfer die and a scheduled run completes them 25 hours later", async () => {
  const rows = Array.from({ length: 90 }, () => 34);
  const one = await asking(rows, 3060);
  const write = { service: "dynamodb", operation: "TransactWriteItems" };
  await injectFault({ ...write, function: "payouts/continueBatch", mode: "kill-after", times: 1 });
  await desk.run("Calc");
  expect(await ledgerOf(one.affiliateId)).toMatchObject({ balance: 3060, available: 0, inPayout: 3060 });
  expect((await desk.act("approve", one.id)).status).toBe(200);
  // Stripe's SDK would retry after a lost answer, but a process that dies cannot.
  const transfer = { service: "stripe", operation: "transfers.create", function: "payouts/transfer" };
  await injectFault({ ...transfer, mode: "kill-after", times: 1 });
  expect((await desk.act("transfer", one.id)).status).toBeGreaterThanOrEqual(500);
  await clearFaults();
  await advanceClock((25 * HOUR) / SECOND);
  desk = await openPayoutDesk();
  for (const schedule of ["payouts/distributeWeekly", "payouts/calcDaily"]) {
    await runSchedule(schedule);
    await settle();
  }
  await expectPaidOnce({ ...one, person: await signInPerson(one.person.email) }, 3060);
  const entries = (await rowsOf("Audit"))
    .filter(({ subject, action }) => subject === `payout#${one.id}` && action === "payouts/transfer")
    .sort((a, b) => String(a.sk).localeCompare(String(b.sk)));
  const [intent, result] = entries;
  expect(entries).toHaveLength(2);
  // The process of the transfer died, so a later job wrote the result.
  expect(Date.parse(String(result?.at)) - Date.parse(String(intent?.at))).toBeGreaterThan(MINUTE);
  expect(intent).toMatchObject({ after: { status: "processing" } });
  expect(result).toMatchObject({ note: "Result", operator: intent?.operator, after: { status: "paid" } });
});

test("a refund after the payout takes its share from the next payout", async () => {
  const person = await signUpPerson();
  const { affiliateId, account } = await makeAffiliate(person);
  const payment_intent = await buyThrough(affiliateId);
  const paidOut = async (cents: number) => {
    const { status, body } = await ask(person, cents);
    expect(status, JSON.stringify(body)).toBe(200);
    await desk.run("Calc");
    expect((await desk.act("approve", String(body.id))).status).toBe(200);
    await desk.run("Distribute");
    return (await ownOf(person))[0]?.payout;
  };
  await desk.run("Calc");
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

test("a payout whose payments were all refunded after its approval is canceled, and nothing is transferred", async () => {
  const person = await signUpPerson();
  const { affiliateId, account } = await makeAffiliate(person);
  const payments = [await buyThrough(affiliateId), await buyThrough(affiliateId)];
  await desk.run("Calc");
  const { body } = await ask(person, 1600_00);
  await desk.run("Calc");
  expect((await desk.act("approve", String(body.id))).status).toBe(200);
  for (const payment_intent of payments) await stripeClient().refunds.create({ payment_intent });
  await settle();
  await desk.run("Distribute");
  expect((await ownOf(person))[0]).toMatchObject({
    payout: { status: "canceled", reason: expect.stringMatching(/^\$1,600.00 was taken out/) },
  });
  expect(await transfersTo(account)).toEqual([]);
  expect(await ledgerOf(affiliateId)).toMatchObject({ balance: 0, available: 0, inPayout: 0, entries: 0 });
});

describe(`random histories with faults (seed ${SEED})`, () => {
  test.each(payoutHistories(SEED, runs(3)).map((steps, index) => ({ steps, index })))(
    "history $index makes one transfer for each payout, and every sum is right",
    async ({ steps, index }) => {
      await playHistory(`${SEED}-${index}`, steps);
    },
  );
});

test("the ledger agrees with Stripe after all tests, and the check finds a changed row", async () => {
  const compare = () => runSchedule("affiliates/checkLedger");
  expect(await compare()).toMatchObject({ payload: { differing: 0, finished: true } });
  const one = await desk.approved([2100], 2100);
  await desk.run("Distribute");
  const balance = { pk: `affiliate#${one.affiliateId}`, sk: "balance" };
  await patchRow("Payouts", balance, "paidOutCents", 2099);
  expect(await compare()).toMatchObject({ payload: { differing: 1, finished: true } });
  await settle();
  const [mail] = await mailTo(stack().operator.email);
  expect(mail?.text).toContain(
    `${one.affiliateId}: paidOutCents is stored as 2099, but the rows add up to 2100`,
  );
  expect((await ledgerOf(one.affiliateId)).paidOut).toBe(2099);
});

test("the operator can sort affiliates by balance and payouts by amount, and find payouts by the start of an address", async () => {
  const [small, large, middle] = [
    await asking([2_500], 2_500),
    await asking([310_000], 310_000),
    await asking([40_000], 40_000),
  ];
  await desk.run("Calc");
  await settle();
  const all = [large, middle, small];
  const ids = all.map(({ id }) => id);
  const people = all.map(({ affiliateId }) => affiliateId);
  type Listed = { rows: { id: string }[]; next: string | null };
  const pages = async (page: (place: { cursor?: string }) => ReturnType<typeof call>) => {
    const found: string[] = [];
    let place: { cursor?: string } = {};
    do {
      const answer = await page(place);
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      const { rows, next } = answer.body as Listed;
      found.push(...rows.map(({ id }) => id));
      place = next === null ? {} : { cursor: next };
    } while (place.cursor !== undefined);
    return found.filter((id) => [...ids, ...people].includes(id));
  };
  const view = { limit: 2, direction: "desc" } as const;
  for (const filter of [{}, { status: "pending" }] as const) {
    const payouts = (asked: { direction: "asc" | "desc"; sort: "amount_cents" | "requested_at" }) =>
      pages((place) =>
        call("payouts/listPayouts", { ...view, ...asked, ...filter, ...place }, desk.asOperator()),
      );
    expect(await payouts({ sort: "amount_cents", direction: "desc" })).toEqual(ids);
    expect(await payouts({ sort: "amount_cents", direction: "asc" })).toEqual(ids.toReversed());
    expect(await payouts({ sort: "requested_at", direction: "asc" })).toEqual([
      small.id,
      large.id,
      middle.id,
    ]);
    const asked = { search: large.person.email.toUpperCase().slice(0, -4), ...filter };
    const found = await call("payouts/searchPayouts", asked, desk.asOperator());
    expect(found.body).toMatchObject({ rows: [{ id: large.id, amount_cents: 310_000 }], next: null });
  }
  for (const filter of [{}, { status: "active" }] as const) {
    const sort = "pending_payout_cents";
    const sorted = (direction: "asc" | "desc") =>
      pages((place) =>
        call(
          "affiliates/listAffiliates",
          { ...view, sort, direction, ...filter, ...place },
          desk.asOperator(),
        ),
      );
    expect(await sorted("desc")).toEqual(people);
    expect(await sorted("asc")).toEqual(people.toReversed());
  }
});
