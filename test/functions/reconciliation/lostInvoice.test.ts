import type { Context } from "aws-lambda";
import { beforeEach, expect, test, vi } from "vitest";
import { Balance } from "#shared/affiliates/commission.ts";
import { CATALOG } from "#shared/catalog/catalog.ts";
import { updateCommission } from "../../../functions/affiliates/earning/updateCommission.ts";
import { handler as reconcile } from "../../../functions/reconciliation/reconcile.ts";
import { handler as webhook } from "../../../functions/stripeEvents/stripeWebhook.ts";
import { memoryBilling, NOW, NOW_SECONDS } from "../../support/memory/billing.ts";
import { AFFILIATE, attribute, putAccount, putAffiliate } from "../../support/memory/ledger.ts";
import type { StripeWorld } from "../../support/memory/stripeWorld.ts";
import { SUBSCRIPTION_EVENTS, subscribed, subscribedTwice } from "../../support/memory/worlds.ts";

vi.mock("../../../functions/platform/stripe.ts", async () => {
  const { stripePlatform } = await import("../../support/memory/billing.ts");
  return stripePlatform;
});
const billing = memoryBilling(webhook);
for (const table of ["affiliates", "payouts", "traffic", "users"])
  vi.stubEnv(`TABLE_${table.toUpperCase()}`, table);

/** A fifth of the price: the commission on in_1 and on in_2. Ann paid them 40 and ten days ago. */
const COMMISSION = CATALOG.monthly.price / 5;
const CANCELED = { id: "evt_deleted", type: "customer.subscription.deleted", object: "sub_1" };
const PAID = { id: "evt_paid", type: "invoice.paid", object: "in_2" };

async function allBut(world: StripeWorld, lost: string): Promise<void> {
  billing.reset(world);
  putAffiliate(billing.rows, "active");
  for (const userId of ["ann", AFFILIATE]) putAccount(billing.rows, userId);
  attribute(billing.rows, "ann", AFFILIATE, new Date(0).toISOString());
  for (const event of SUBSCRIPTION_EVENTS)
    if (event.id !== lost) expect(await billing.deliver(event), billing.errors.join("\n")).toBe(200);
}
beforeEach(() => allBut(subscribed("active"), PAID.id));

const nightly = () =>
  reconcile({}, { awsRequestId: "nightly", getRemainingTimeInMillis: () => 900_000 } as unknown as Context);

/** Follows every paid fact twice, as the stream may do. */
async function followAll(): Promise<void> {
  const facts = billing.rows.of("events").filter(({ sk }) => sk === "paid");
  for (const { paymentId } of [...facts, ...facts]) await updateCommission(String(paymentId), NOW);
}
const paidFacts = () =>
  billing.rows
    .of("events")
    .filter(({ sk }) => sk === "paid")
    .map(({ paymentId }) => paymentId)
    .sort();
const commissions = () =>
  billing.rows
    .of("payouts")
    .filter(({ kind }) => kind === "commission")
    .sort((one, other) => (String(one.id) < String(other.id) ? -1 : 1));

async function expectOneCommissionEach(): Promise<void> {
  await followAll();
  expect(commissions()).toMatchObject([
    { id: "pi_1", earnedCents: COMMISSION, status: "available" },
    { id: "pi_2", earnedCents: COMMISSION, status: "pending" },
  ]);
  const balance = billing.rows.of("payouts").find(({ sk }) => sk === "balance");
  expect(Balance.parse(balance)).toMatchObject({ balanceCents: 2 * COMMISSION, earnedCents: 2 * COMMISSION });
}

test("the nightly comparison finds and reports an invoice without an event, and stores its commission", async () => {
  await followAll();
  expect(commissions()).toEqual([]);
  const report = await nightly();
  expect(report).toMatchObject({ mended: ["invoice in_2", "invoice in_1"], failed: [], finished: true });
  // An alarm counts these lines.
  const missed = vi.mocked(console.warn).mock.calls.filter(([line]) => line.includes('"webhook.missed"'));
  expect(missed).toHaveLength(2);
  await expectOneCommissionEach();
  expect(billing.mails.map(({ id }) => id)).toContain("receipt:in_2");
  expect(await nightly()).toMatchObject({ mended: [], failed: [] });
});

test("a webhook that arrives after the comparison changes nothing", async () => {
  await nightly();
  await followAll();
  const before = structuredClone(billing.rows.of("payouts"));
  const facts = paidFacts();
  expect(await billing.deliver(PAID)).toBe(200);
  await expectOneCommissionEach();
  expect(billing.rows.of("payouts")).toEqual(before);
  expect(paidFacts()).toEqual(facts);
});

test("the nightly comparison changes nothing about an invoice whose webhook arrived", async () => {
  expect(await billing.deliver(PAID)).toBe(200);
  await followAll();
  expect((await nightly()).mended).toEqual(["invoice in_1"]);
  await expectOneCommissionEach();
});

test("a second subscription that was ended and refunded does not count as a sale", async () => {
  const twice = subscribedTwice();
  const second = twice.invoices.in_9;
  if (second) second.created = NOW_SECONDS - 100;
  await allBut(twice, "");
  expect(
    await billing.deliver({ id: "evt_second", type: "customer.subscription.created", object: "sub_2" }),
  ).toBe(200);
  expect(Object.values(billing.stripe.refunds).map(({ payment_intent }) => payment_intent)).toEqual(["pi_9"]);
  Object.assign(billing.stripe.subscriptions.sub_1 ?? {}, { status: "canceled" });
  expect(await billing.deliver({ ...CANCELED, id: "evt_end" })).toBe(200);
  expect((await nightly()).mended).not.toContain("invoice in_9");
  expect(paidFacts()).toEqual(["pi_1", "pi_2"]);
});

test("a failed repair does not stop the other repairs", async () => {
  const { payments } = billing.stripe;
  const kept = payments.pi_1;
  delete payments.pi_1;
  expect(await nightly()).toMatchObject({ mended: ["invoice in_2"], failed: ["invoice in_1"] });
  if (kept) payments.pi_1 = kept;
  expect(await nightly()).toMatchObject({ mended: ["invoice in_1"], failed: [] });
});

test("a run reports its repairs even if a later page fails, and the next run does not repeat them", async () => {
  billing.reset(subscribed("active"));
  billing.network.turn = async ({ operation }) => {
    if (operation === "sessions.list") throw new Error("Stripe is down");
  };
  const told = () => billing.mails.filter(({ id }) => id.startsWith("reconcile:")).map(({ data }) => data);
  await expect(nightly()).rejects.toThrow("Stripe is down");
  expect(told()).toMatchObject([{ details: expect.stringMatching(/have triggered: subscription sub_1\.$/) }]);
  billing.network.turn = undefined;
  expect(await nightly()).toMatchObject({ finished: true });
  expect(told()).toMatchObject([{}, { details: expect.not.stringContaining("sub_1") }]);
});
