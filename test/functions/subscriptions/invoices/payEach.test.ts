import type Stripe from "stripe";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Bench, startBench } from "#stripe-sandbox";
import { payEach } from "../../../../functions/subscriptions/invoices/useCard.ts";

const at = vi.hoisted(() => ({ bench: undefined as Bench | undefined }));
vi.mock("../../../../functions/platform/stripe.ts", () => ({ stripe: async () => at.bench?.stripe }));

let bench: Bench;
let due: Stripe.Invoice[];
let card: string;
beforeEach(async () => {
  bench = await startBench({ at: "2026-03-01T10:00:00Z" });
  at.bench = bench;
  const { stripe } = bench;
  const customer = (await stripe.customers.create()).id;
  card = (await stripe.paymentMethods.attach("pm_card_visa", { customer })).id;
  due = [];
  for (const amount of [3000, 1000]) {
    const { id = "" } = await stripe.invoices.create({ customer, auto_advance: false, currency: "usd" });
    await stripe.invoiceItems.create({ customer, invoice: id, amount, currency: "usd" });
    due.push(await stripe.invoices.finalizeInvoice(id, { auto_advance: false }));
  }
});
afterEach(() => bench.close());

test("open invoices are paid one after the other", async () => {
  expect(await payEach(due, card)).toMatchObject({ outcome: "paid", paid_cents: 4000 });
});

test.each([
  ["was paid", (id: string) => bench.stripe.invoices.pay(id, { payment_method: card })],
  ["was voided", (id: string) => bench.stripe.invoices.voidInvoice(id)],
])("the second invoice is paid even if the first invoice %s in the meantime", async (_what, meanwhile) => {
  await meanwhile(due[0]?.id ?? "");
  expect(await payEach(due, card)).toMatchObject({ outcome: "paid", paid_cents: 1000, reason: null });
});
