import type { Context } from "aws-lambda";
import type Stripe from "stripe";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { Listed } from "#shared/affiliates/listed.ts";
import { DAY, HOUR } from "#shared/instant.ts";
import { handler } from "../../../functions/affiliates/checkLedger.ts";
import { updateCommission } from "../../../functions/affiliates/earning/updateCommission.ts";
import { listMaturing, matureWrites } from "../../../functions/affiliates/ledger/table.ts";
import { makePayout } from "../../../functions/payouts/claims/makePayout.ts";
import { approvePayout } from "../../../functions/payouts/rules.ts";
import { createRequest, findPayout, replacePayout } from "../../../functions/payouts/table.ts";
import { attemptTransfer } from "../../../functions/payouts/transfers/attemptTransfer.ts";
import { followReversals } from "../../../functions/payouts/transfers/reversals.ts";
import { transact } from "../../../functions/platform/dynamo.ts";
import { getAffiliate } from "../../../functions/referrals/table.ts";
import { disputeWrite, paidWrite, refundWrite } from "../../support/facts.ts";
import type { Row } from "../../support/memory/expressions.ts";
import { AFFILIATE, memoryLedger, paid, START } from "../../support/memory/ledger.ts";
import { memoryQueue } from "../../support/memory/queue.ts";
import { memoryTransfers } from "../../support/memory/transfers.ts";

const platform = vi.hoisted((): { client?: Stripe } => ({}));
vi.mock("../../../functions/platform/stripe.ts", () => ({ stripe: async () => platform.client }));

const ledger = memoryLedger();
const { mails } = memoryQueue(ledger.network);
const transfers = memoryTransfers(
  ledger.network,
  () => Date.now(),
  () => {},
);
platform.client = transfers.client;
const errors: string[] = [];
vi.stubEnv("MAIL_QUEUE_URL", "mail");
vi.useFakeTimers({ toFake: ["Date"] });
for (const level of ["info", "warn"] as const) vi.spyOn(console, level).mockReturnValue();
vi.spyOn(console, "error").mockImplementation((line) => void errors.push(String(line)));
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const LATER = new Date(START.getTime() + 40 * DAY);
const PARTITION = `affiliate#${AFFILIATE}`;
const at = LATER.toISOString();
const request = (number: number, requestedCents: number) => ({
  id: `${AFFILIATE}-00000${number}`,
  affiliateId: AFFILIATE,
  email: "",
  requestedCents,
  status: "pending" as const,
  requestedAt: at,
  decidedAt: null,
  reason: null,
  isCalculated: false,
});

async function pay(number: number, cents: number): Promise<void> {
  const asked = request(number, cents);
  await transact(createRequest(asked));
  await makePayout(asked.id, "batch", undefined, LATER);
  const payout = await findPayout(asked.id);
  if (!payout) throw new Error("no payout");
  await transact(replacePayout(payout, approvePayout(payout, await getAffiliate(AFFILIATE), LATER)));
  expect((await attemptTransfer(asked.id, LATER)).outcome).toBe("paid");
}

beforeEach(async () => {
  ledger.reset(["ann", "bob"]);
  transfers.clear();
  transfers.balance = 100_000;
  mails.length = 0;
  errors.length = 0;
  vi.setSystemTime(LATER);
  ledger.rows.put("affiliates", { ...affiliateRow(), stripeAccountId: "acct_1", payoutsEnabled: true });
  const bought = async (paymentId: string, amountCents: number, paidAt = START) => {
    await transact([paidWrite(paid({ paymentId, amountCents, paidAt: paidAt.toISOString() }))]);
    await updateCommission(paymentId, paidAt);
  };
  for (const [index, cents] of [30_000, 20_000, 10_001].entries()) await bought(`pi_${index}`, cents);
  for (const one of (await listMaturing(LATER)).commissions) await transact(matureWrites([one], LATER));
  await pay(1, 5000);
  // pi_3 is pending, pi_4 is disputed, pi_0 is refunded after its payout, and payout 2 is unpaid.
  await bought("pi_3", 7000, LATER);
  await bought("pi_4", 9000, LATER);
  await transact([
    disputeWrite({
      paymentId: "pi_4",
      disputeId: "dp",
      amountCents: 9000,
      state: "open",
      at: LATER.toISOString(),
    }),
  ]);
  await updateCommission("pi_4", LATER);
  await transact([
    refundWrite({
      paymentId: "pi_0",
      refundId: "re",
      amountCents: 50,
      counts: true,
      at: LATER.toISOString(),
    }),
  ]);
  await updateCommission("pi_0", LATER);
  await transact(createRequest(request(2, 2000)));
  await makePayout(request(2, 2000).id, "batch", undefined, LATER);
  transfers.reverse(sent(), 300);
  await followReversals("tr_1", LATER);
  vi.setSystemTime(new Date(LATER.getTime() + 2 * HOUR));
});

const affiliateRow = () =>
  ledger.rows.of("affiliates").find(({ pk, sk }) => pk === PARTITION && sk === "affiliate");
const listed = () => Listed.parse(affiliateRow());

const run = (remaining: () => number = () => 900_000) =>
  handler({}, { awsRequestId: "run", getRemainingTimeInMillis: remaining } as Context);

function patch(sk: string, change: Row): void {
  const row = ledger.rows.of("payouts").find((one) => one.pk === PARTITION && one.sk === sk);
  if (!row) throw new Error(`There is no ${sk}`);
  ledger.rows.put("payouts", { ...row, ...change });
}
function patchList(change: Row): void {
  ledger.rows.put("affiliates", { ...affiliateRow(), ...change });
}
const debtOf = (payment: string) =>
  `debt#${ledger.debts().find(({ commissionId }) => commissionId === payment)?.id}`;
const rowsBut = (place: string) => ledger.rows.of("payouts").filter(({ pk }) => pk !== place);

test("the check of the affiliates' ledgers finds no difference after the ledger's own writes", async () => {
  expect(await run()).toEqual({ compared: 1, differing: 0, finished: true });
  expect(await run()).toEqual({ compared: 1, differing: 0, finished: true });
  expect(ledger.balance()).toMatchObject({ paidOutCents: 5700, heldCents: 1800, pendingCents: 1400 });
  expect(mails).toEqual([]);
});

test("the operator's list contains the time of an affiliate's last payout", () => {
  expect(listed()).toMatchObject({ listPaidAt: LATER.toISOString() });
});

const PAID = `payout#000001`;
const OPEN = `payout#000002`;
describe("the check reports and does not correct", () => {
  test.each<[string, () => void, RegExp]>([
    [
      "a wrong balance",
      () => patch("balance", { balanceCents: 1 }),
      /balanceCents is stored as 1, but the rows add up to \d+/,
    ],
    [
      "a wrong sum of held commissions",
      () => patch("balance", { heldCents: 1799 }),
      /heldCents is stored as 1799, but the rows add up to 1800/,
    ],
    [
      "a wrong sum in the list of affiliates",
      () => patchList({ listOwedCents: 1 }),
      /listOwedCents is stored as 1, but the rows add up to \d+/,
    ],
    [
      "a wrong amount of a commission",
      () => patch("commission#pi_3", { earnedCents: 1401 }),
      /pendingCents .* the entries add/,
    ],
    [
      "a wrong status of a commission",
      () => patch("commission#pi_3", { status: "available" }),
      /pendingCents .*availableCents/,
    ],
    [
      "a commission in a payout that does not exist",
      () => patch("commission#pi_3", { payoutId: "x" }),
      /the ledger names payout x, which does not exist/,
    ],
    [
      "a wrong amount of a debt",
      () => patch(debtOf("pi_0"), { amountCents: 11 }),
      /rows of payout 0a-affiliate-000002/,
    ],
    [
      "a wrong amount of a journal entry",
      () => patch("entry#earned/pi_1", { amountCents: 3999 }),
      /earnedCents .*the entries add up/,
    ],
    [
      "a wrong amount of a payout",
      () => patch(PAID, { amountCents: 9999 }),
      /rows .*entries .* payout .* is for 9999/,
    ],
    [
      "a paid payout that is marked as failed",
      () => patch(PAID, { status: "failed" }),
      /entries of payout .* transfer tr_1 .* belongs to no payout/,
    ],
    [
      "an unpaid payout that is marked as paid",
      () => patch(OPEN, { status: "paid", transferId: "tr_9" }),
      /Stripe has no transfer tr_9/,
    ],
    [
      "an open payout that is marked as canceled",
      () => patch(OPEN, { status: "canceled" }),
      /the rows of payout .*000002 add up to \d+ instead of 0/,
    ],
    [
      "a wrong reversed amount",
      () => patch(PAID, { reversedCents: 299 }),
      /returned entries .*; payout .* has 299 reversed/,
    ],
    [
      "two payouts of the same commissions",
      () => patch(PAID, { sk: "payout#000009", id: "x" }),
      /rows of payout x/,
    ],
    [
      "a second transfer for a payout",
      () => void transfers.paid.push({ ...sent(), id: "tr_2" }),
      /Stripe has a transfer tr_2 of 6000/,
    ],
    [
      "a transfer of another amount",
      () => void Object.assign(sent(), { amount: 9999 }),
      /its transfer is for 9999/,
    ],
    [
      "a reversal that the ledger does not know",
      () => comeBack(5),
      /has 300 reversed, but its transfer has 305/,
    ],
    [
      "three more transfers for a payout",
      () => void transfers.paid.push(...[3, 4, 5].map((id) => ({ ...sent(), id: `tr_${id}` }))),
      /tr_5 .*tr_4 .*tr_3/,
    ],
  ])("%s", async (_what, change, words) => {
    change();
    const before = structuredClone(rowsBut("ledgerCheck"));
    expect(await run()).toMatchObject({ compared: 1, differing: 1, finished: true });
    expect(rowsBut("ledgerCheck")).toEqual(before);
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({
      to: "operator",
      template: "needsAttention",
      data: { details: expect.stringMatching(words) },
    });
    expect(errors).toEqual([expect.stringMatching(/"ledger.differs".*0a-affiliate/)]);
  });
});

const sent = () => transfers.paid[0] ?? neverSent();
/** Adds a reversal that is so old that its event should have arrived. */
const comeBack = (amount: number) => sent().reversals.push({ id: "trr", amount, created: 0 });
function neverSent(): never {
  throw new Error("There is no transfer");
}

test("a reversal whose event has not arrived is reported only after an hour", async () => {
  transfers.reverse(sent(), 5);
  expect(await run()).toMatchObject({ differing: 0 });
  vi.setSystemTime(Date.now() + 2 * HOUR);
  expect(await run()).toMatchObject({ differing: 1 });
});

test("an unintended transfer is reported until it is fully reversed", async () => {
  transfers.duplicate(sent());
  const duplicate = transfers.paid.at(-1) ?? neverSent();
  transfers.reverse(duplicate, 1000);
  await followReversals(duplicate.id, LATER);
  expect(await run()).toMatchObject({ differing: 1 });
  expect(mails[0]?.data.details).toMatch(
    /transfer tr_1_again_2 of 6000 \(1000 reversed\) that belongs to no payout/,
  );
  transfers.reverse(duplicate, 5000);
  await followReversals(duplicate.id, LATER);
  expect(await run()).toMatchObject({ differing: 0 });
  expect(ledger.balance()).toMatchObject({ paidOutCents: 5700 });
});

test("a transfer in progress is not reported, and a ledger that changes during the check is read again", async () => {
  patch(OPEN, { status: "processing", destination: "acct_1" });
  transfers.paid.push({ ...sent(), id: "tr_2", payoutId: `${AFFILIATE}-000002` });
  // The balance changes twice while the check reads. The first page is older than the changes.
  const { balanceCents } = ledger.balance() ?? zero();
  let reads = 0;
  ledger.network.turn = async ({ operation }) => {
    if (operation === "Query") reads += 1;
    if (reads === 2) patch("balance", { balanceCents: 0, version: 1000 });
    if (reads === 3 && operation === "GetItem") patch("balance", { balanceCents, version: 1001 });
  };
  expect(await run()).toMatchObject({ compared: 1, differing: 0 });
});

test("the check reports an affiliate whose ledger is unreadable, and compares the others", async () => {
  patch("balance", { earnedCents: "much" });
  const other = { pk: "affiliate#0b", sk: "balance", affiliateId: "0b", queue: "balances", dueAt: "0b" };
  ledger.rows.put("payouts", { ...ledger.balance, ...zero(), ...other, heldCents: 7 });
  expect(await run()).toMatchObject({ compared: 2, differing: 2, finished: true });
  expect(errors.map((line) => JSON.parse(line).event)).toEqual(["ledger.notCompared", "ledger.differs"]);
  expect(mails).toHaveLength(1);
});

const zero = () => ({
  balanceCents: 0,
  pendingCents: 0,
  availableCents: 0,
  heldCents: 0,
  inPayoutCents: 0,
  earnedCents: 0,
  reversedCents: 0,
  paidOutCents: 0,
  version: 1,
});

test("the next run resumes an unfinished run: together they compare each affiliate once and send one mail", async () => {
  // 240 affiliates and the existing affiliate make three pages.
  for (let index = 0; index < 240; index += 1) {
    const affiliateId = `0-${index + 100}`;
    const row = { pk: `affiliate#${affiliateId}`, sk: "balance", affiliateId, dueAt: affiliateId, ...zero() };
    ledger.rows.put("payouts", { ...row, queue: "balances", heldCents: index === 7 ? 1 : 0 });
  }
  let pages = 0;
  const first = await run(() => (pages++ < 2 ? 900_000 : 0));
  expect(first).toEqual({ compared: 200, differing: 1, finished: false });
  expect(mails).toHaveLength(1);
  ledger.network.plan({ at: 85, mode: "refused" });
  await expect(run()).rejects.toThrow();
  ledger.network.plan();
  expect(await run()).toEqual({ compared: 41, differing: 0, finished: true });
  expect(mails).toHaveLength(1);
  expect(await run()).toEqual({ compared: 241, differing: 1, finished: true });
});
