import { expect, test } from "vitest";
import type { Movement } from "#shared/insights/balance.ts";
import type { Period } from "#shared/insights/growth.ts";
import { DAY, utcDay } from "#shared/instant.ts";
import { theWorld } from "../world/world.ts";

// The month's list for the accountant, with all movements of our balance at Stripe.

const world = theWorld({ tax: true });

async function linesOf(day: string): Promise<Movement[]> {
  const lines: Movement[] = [];
  let cursor: string | undefined;
  do {
    const { body } = await world.operate("insights/listMovements", { day, ...(cursor && { cursor }) });
    lines.push(...(body.rows as Movement[]));
    cursor = (body.next as string | null) ?? undefined;
  } while (cursor !== undefined);
  return lines;
}
const today = () => utcDay(world.now());
const kinds = (lines: readonly Movement[]) => lines.map(({ kind, amount_cents }) => [kind, amount_cents]);

test("in the accountant's list, a payment's line has its tax, fee, country and invoice number, and a refund's line its tax", async () => {
  const { payment } = await world.subscriber();
  await world.stripe.refunds.create({ payment_intent: payment, amount: 1_000 });
  await world.settle();
  const { number, total = 0, total_taxes: taxes } = world.store.all("invoice").at(-1) ?? {};
  const tax = taxes?.[0]?.amount ?? 0;
  const fee = Math.round(total * 0.029) + 30;
  const [refund, paid] = await linesOf(today());
  const whose = { invoice: number, payment_id: payment, currency: "usd", payout_id: null };
  expect(tax).toBeGreaterThan(0);
  expect(paid).toMatchObject({
    kind: "payment",
    amount_cents: total,
    tax_cents: tax,
    fee_cents: fee,
    net_cents: total - fee,
    country: "DE",
    ...whose,
  });
  const back = 1_000 - Math.floor((1_000 * (total - tax)) / total);
  expect(refund).toMatchObject({ kind: "refund", amount_cents: -1_000, tax_cents: -back, ...whose });
});

test("Growth shows the fees that the nightly comparison reads, also those of payments from an earlier release", async () => {
  await world.subscriber();
  await world.settle();
  const fees = async () => {
    const { body } = await world.operate("insights/getGrowth", { from: today(), to: today() });
    return (body.now as Period).fees;
  };
  expect(await fees()).toEqual({ count: 0, cents: 0 });
  await world.hours(3);
  await world.run("reconciliation/reconcile");
  await world.settle();
  const { fee = 0 } = world.store.all("balanceTransaction")[0] ?? {};
  expect(fee).toBeGreaterThan(0);
  expect(await fees()).toEqual({ count: 1, cents: fee });

  // An earlier release compared everything except fees.
  const [paid] = world.rows("Events").filter(({ sk }) => sk === "paid");
  world.patch("Events", { pk: String(paid?.pk), sk: "paid" }, { feeCents: undefined });
  world.patch("Events", { pk: "reconciliation", sk: "effect" }, { part: "accounts", hasFees: undefined });
  await world.hours(3);
  await world.run("reconciliation/reconcile");
  expect(world.rows("Events")).toContainEqual(expect.objectContaining({ pk: paid?.pk, feeCents: fee }));
});

test("a lifetime payment's line has its invoice even if the stored payment lacks it", async () => {
  await world.offerUnits(20);
  const ben = await world.signUp();
  const { payment } = await world.buy(ben, "lifetime");
  const { number } = world.store.all("invoice").at(-1) ?? {};
  const before = await linesOf(today());
  expect(before).toMatchObject([{ kind: "payment", invoice: number }]);
  const key = { pk: `payment#${payment}`, sk: "paid" };
  expect(world.rows("Events")).toContainEqual(expect.objectContaining({ ...key, invoice: number }));
  world.patch("Events", key, { invoice: undefined });
  expect(await linesOf(today())).toEqual(before);
});

test("a dispute takes the payment and a fee, and winning the dispute returns the payment", async () => {
  const { charge, payment } = await world.subscriber();
  const closes = await world.dispute(charge);
  await closes("won");
  const total = world.store.find("charge", charge)?.amount ?? 0;
  const lines = await linesOf(today());
  expect(kinds(lines)).toEqual([
    ["dispute", total],
    ["dispute", -total],
    ["payment", total],
  ]);
  expect(lines.map(({ payment_id }) => payment_id)).toEqual([payment, payment, payment]);
  expect(lines[1]?.fee_cents).toBeGreaterThan(0);
});

test("a payout's line is on the day of the transfer, and names the transfer and the affiliate", async () => {
  world.acts.bookMoney({ amount: 9_000, currency: "usd", type: "topup", source: "tu_1" });
  const ann = await world.join();
  const payout = `${ann.userId}-000001`;
  world.put("Payouts", {
    pk: `affiliate#${ann.userId}`,
    sk: "payout#000001",
    id: payout,
    affiliateId: ann.userId,
    email: ann.email,
    amountCents: 2_500,
    status: "approved",
    work: null,
    requestedAt: world.now().toISOString(),
    batchId: "calc",
    approvedAt: null,
    transferredAt: null,
    destination: null,
    attempt: null,
    transferId: null,
    reason: null,
    reversedCents: 0,
    reversalIds: [],
    version: 1,
  });
  const account = await world.stripe.accounts.create({
    type: "express",
    capabilities: { transfers: { requested: true } },
  });
  world.acts.completeOnboarding(account.id);
  const transfer = await world.stripe.transfers.create({
    amount: 2_500,
    currency: "usd",
    destination: account.id,
    metadata: { payoutId: payout },
  });
  expect(await linesOf(today())).toMatchObject([
    { kind: "payout", amount_cents: -2_500, payout_id: payout, transfer_id: transfer.id, email: ann.email },
    { kind: "other", amount_cents: 9_000, payout_id: null, tax_cents: null },
  ]);
});

test("each movement is on exactly one day, and a cursor that Stripe does not know is refused", async () => {
  for (let at = 0; at < 60; at += 1)
    world.acts.bookMoney({ amount: 100 + at, currency: "usd", type: "topup", source: `tu_${at}` });
  const first = today();
  await world.subscriber();
  await world.hours(12);
  for (let at = 0; at < 60; at += 1)
    world.acts.bookMoney({ amount: -at, currency: "usd", type: "payout", source: `po_${at}` });
  const next = utcDay(new Date(Date.parse(first) + DAY));
  const lines = [...(await linesOf(first)), ...(await linesOf(next))];
  const booked = world.store.all("balanceTransaction");
  expect(lines.map(({ id }) => id).sort()).toEqual(booked.map(({ id }) => id).sort());
  expect(lines.filter(({ at }) => at.startsWith(next))).toHaveLength(60);
  const { status } = await world.operate("insights/listMovements", { day: first, cursor: "txn_none" });
  expect(status).toBe(404);
});
