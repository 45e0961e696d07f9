import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Bench, startBench } from "../src/bench.ts";
import { aPayer, aPrice, aSubscription, refusal } from "./sandbox.ts";

let bench: Bench;
let customer: string;
beforeEach(async () => {
  bench = await startBench();
  customer = (await aPayer(bench.stripe)).id;
});
afterEach(() => bench.close());

const anItem = (amount = 2000) =>
  bench.stripe.invoiceItems.create({ customer, amount, currency: "usd", description: "Work" });
const aDraft = (more: object = {}) =>
  bench.stripe.invoices.create({ customer, pending_invoice_items_behavior: "include", ...more });

describe("invoice items", () => {
  test("wait for the next invoice that includes them", async () => {
    const hook = await bench.listen();
    const item = await anItem();
    expect(item).toMatchObject({ object: "invoiceitem", amount: 2000, invoice: null, quantity: 1 });
    const without = await bench.stripe.invoices.create({ customer });
    expect(without).toMatchObject({
      status: "draft",
      total: 0,
      billing_reason: "manual",
      auto_advance: false,
    });
    const invoice = await aDraft();
    expect(invoice).toMatchObject({ total: 2000, amount_due: 2000, currency: "usd" });
    expect(invoice.lines.data[0]).toMatchObject({
      amount: 2000,
      description: "Work",
      parent: { invoice_item_details: { invoice_item: item.id } },
    });
    expect((await aDraft()).total).toBe(0);
    await bench.sandbox.settle();
    expect(hook.types().slice(0, 2)).toEqual(["invoiceitem.created", "invoice.created"]);
  });

  test("can be added to a draft, but not to a finalized invoice", async () => {
    const draft = await aDraft();
    const price = await aPrice(bench.stripe);
    await bench.stripe.invoiceItems.create({
      customer,
      invoice: draft.id,
      pricing: { price: price.id },
      quantity: 3,
    });
    expect((await bench.stripe.invoices.retrieve(draft.id)).amount_due).toBe(3600);
    await bench.stripe.invoices.finalizeInvoice(draft.id);
    const late = bench.stripe.invoiceItems.create({
      customer,
      amount: 1,
      currency: "usd",
      invoice: draft.id,
    });
    expect((await refusal(late)).code).toBe("invoice_not_editable");
  });

  test("are billed with a subscription's next invoice", async () => {
    const subscription = await aSubscription(bench.stripe, { customer });
    await anItem(500);
    await bench.forward({ days: 32 });
    const [renewal] = (await bench.stripe.invoices.list({ subscription: subscription.id })).data;
    expect(renewal).toMatchObject({ status: "paid", total: 1700 });
  });
});

describe("an invoice made by hand", () => {
  test("is finalized without a payment, then paid", async () => {
    await anItem();
    const draft = await aDraft();
    expect(await bench.stripe.invoices.finalizeInvoice(draft.id)).toMatchObject({
      status: "open",
      attempt_count: 0,
    });
    expect(await bench.stripe.invoices.pay(draft.id)).toMatchObject({ status: "paid", amount_paid: 2000 });
  });

  test("with auto_advance is charged an hour later", async () => {
    await anItem();
    const draft = await aDraft({ auto_advance: true });
    await bench.forward({ hours: 2 });
    expect((await bench.stripe.invoices.retrieve(draft.id)).status).toBe("paid");
  });

  test("can be sent to a customer who pays later, but not without days_until_due", async () => {
    await anItem();
    const hook = await bench.listen();
    const draft = await aDraft({ collection_method: "send_invoice", days_until_due: 7 });
    expect(draft.due_date).toBe(bench.now() + 7 * 86_400);
    await bench.stripe.invoices.finalizeInvoice(draft.id, { auto_advance: true });
    await bench.sandbox.settle();
    expect(hook.types()).toEqual(["invoice.created", "invoice.finalized", "invoice.sent"]);
    expect((await refusal(aDraft({ collection_method: "send_invoice" }))).param).toBe("days_until_due");
  });
});
