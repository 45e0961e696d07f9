import { afterEach, beforeEach, expect, test } from "vitest";
import { type Bench, startBench } from "../src/bench.ts";
import { aMonthlyPrice, aPayer, aSubscription } from "./sandbox.ts";

let bench: Bench;
beforeEach(async () => {
  bench = await startBench();
});
afterEach(() => bench.close());

const PRICE = 1200;
const balanceOf = async (customer: unknown) => {
  const found = await bench.stripe.customers.retrieve(String(customer));
  return found.deleted ? undefined : found.balance;
};
const charged = async () => (await bench.stripe.charges.list()).data.map(({ amount }) => amount);
async function renewed(balance: number) {
  const { id, customer } = await aSubscription(bench.stripe);
  await bench.stripe.customers.update(String(customer), { balance });
  const preview = await bench.stripe.invoices.createPreview({ subscription: id });
  await bench.forward({ days: 32 });
  const [invoice] = (await bench.stripe.invoices.list({ subscription: id })).data;
  const { status } = await bench.stripe.subscriptions.retrieve(id);
  return { customer, preview, invoice, status };
}

test.each([
  { what: "less credit than the price", balance: -500, due: 700, left: 0 },
  { what: "more credit than the price", balance: -2000, due: 0, left: -800 },
  { what: "a debt", balance: 300, due: 1500, left: 0 },
])("the next invoice uses the customer's balance: $what", async ({ balance, due, left }) => {
  const { customer, preview, invoice, status } = await renewed(balance);
  expect(preview).toMatchObject({ total: PRICE, amount_due: due, starting_balance: balance });
  expect(invoice).toMatchObject({
    status: "paid",
    total: PRICE,
    amount_due: due,
    amount_paid: due,
    amount_remaining: 0,
    starting_balance: balance,
    ending_balance: left,
  });
  expect(await charged()).toEqual(due === 0 ? [PRICE] : [due, PRICE]);
  expect(await balanceOf(customer)).toBe(left);
  expect(status).toBe("active");
});

test("a draft shows the current balance, and voiding an invoice restores the balance", async () => {
  const { id: customer } = await aPayer(bench.stripe);
  await bench.stripe.invoiceItems.create({ customer, amount: 900, currency: "usd" });
  const draft = await bench.stripe.invoices.create({ customer, pending_invoice_items_behavior: "include" });
  await bench.stripe.customers.update(customer, { balance: -500 });
  expect(await bench.stripe.invoices.retrieve(draft.id ?? "")).toMatchObject({
    starting_balance: -500,
    amount_due: 400,
    ending_balance: null,
  });
  const open = await bench.stripe.invoices.finalizeInvoice(draft.id ?? "");
  expect(open).toMatchObject({ status: "open", amount_due: 400, ending_balance: 0 });
  expect(await balanceOf(customer)).toBe(0);
  await bench.stripe.invoices.voidInvoice(draft.id ?? "");
  expect(await balanceOf(customer)).toBe(-500);
});

test.each([
  { mode: "subscription" as const, left: 0 },
  { mode: "payment" as const, left: -500 },
])("the invoice of a checkout in $mode mode leaves a balance of $left", async ({ mode, left }) => {
  const { id: customer } = await bench.stripe.customers.create({ balance: -500 });
  const { product } = await aMonthlyPrice(bench.stripe);
  const recurring = mode === "subscription" ? { recurring: { interval: "month" as const } } : {};
  const { id } = await bench.stripe.checkout.sessions.create({
    mode,
    customer,
    success_url: "https://site.test/success",
    line_items: [
      {
        quantity: 1,
        price_data: { currency: "usd", unit_amount: PRICE, product: String(product), ...recurring },
      },
    ],
    ...(mode === "payment" && { invoice_creation: { enabled: true } }),
  });
  await bench.control(`checkout/${id}/pay`);
  const [invoice] = (await bench.stripe.invoices.list({ customer })).data;
  expect(invoice).toMatchObject({ status: "paid", total: PRICE, amount_paid: PRICE - 500 - left });
  expect(await charged()).toEqual([PRICE - 500 - left]);
  expect(await balanceOf(customer)).toBe(left);
});
