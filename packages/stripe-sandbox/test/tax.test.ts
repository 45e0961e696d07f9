import type Stripe from "stripe";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Bench, startBench } from "../src/bench.ts";
import { BACK } from "./checkouts.ts";
import { aPrice, CARD, refusal } from "./sandbox.ts";

let bench: Bench;
beforeEach(async () => {
  bench = await startBench();
});
afterEach(() => bench.close());

const TAXED = {
  automatic_tax: { enabled: true },
  tax_id_collection: { enabled: true },
  billing_address_collection: "required",
  customer_update: { address: "auto", name: "auto" },
} as const;

async function register(): Promise<void> {
  await bench.stripe.tax.settings.update({
    head_office: { address: { country: "DE" } },
    defaults: { tax_behavior: "exclusive", tax_code: "txcd_10103000" },
  });
  for (const country of ["DE", "US"])
    await bench.stripe.tax.registrations.create({
      active_from: "now",
      country,
      country_options:
        country === "DE" ? { de: { type: "oss_union" } } : { us: { state: "NY", type: "state_sales_tax" } },
    });
}

async function checkout(
  behavior: "exclusive" | "inclusive" | "unspecified",
  more: Stripe.Checkout.SessionCreateParams = {},
  mode: "payment" | "subscription" = "subscription",
) {
  const price = await aPrice(bench.stripe, {
    unit_amount: 3000,
    tax_behavior: behavior,
    ...(mode === "subscription" ? { recurring: { interval: "month" } } : {}),
  });
  const customer = await bench.stripe.customers.create({ email: "ann@example.com" });
  return bench.stripe.checkout.sessions.create({
    mode,
    customer: customer.id,
    line_items: [{ price: price.id, quantity: 1 }],
    ...BACK,
    ...TAXED,
    ...more,
  });
}

const pay = (session: Stripe.Checkout.Session, how: object) =>
  bench.control(`checkout/${session.id}/pay`, how);
const paidBy = async (id: string) =>
  bench.stripe.checkout.sessions.retrieve(id, { expand: ["invoice", "subscription"] });

test("automatic tax needs a head office in the tax settings", async () => {
  const before = await bench.stripe.tax.settings.retrieve();
  expect(before).toMatchObject({
    status: "pending",
    status_details: { pending: { missing_fields: ["head_office"] } },
  });
  expect((await refusal(checkout("exclusive"))).message).toContain("head office address");
  await register();
  expect((await bench.stripe.tax.settings.retrieve()).status).toBe("active");
  expect((await bench.stripe.tax.registrations.list({ status: "active" })).data).toHaveLength(2);
});

test("a checkout with tax must be allowed to update the customer's address and name", async () => {
  await register();
  const without = { customer_update: { address: "never", name: "auto" } } as const;
  expect((await refusal(checkout("exclusive", without))).code).toBe("customer_tax_location_invalid");
  const unnamed = { customer_update: { address: "auto" } } as const;
  expect((await refusal(checkout("exclusive", unnamed))).param).toBe("customer_update[name]");
});

test.each([
  ["exclusive", "DE", 3570, 570],
  ["unspecified", "DE", 3570, 570],
  ["inclusive", "DE", 3000, 479],
  ["exclusive", "FR", 3600, 600],
  ["exclusive", "US-NY", 3120, 120],
  ["exclusive", "US-CA", 3000, 0],
  ["exclusive", "JP", 3000, 0],
] as const)(
  "with %s tax, a buyer in %s pays %i, including %i of tax",
  async (behavior, place, total, tax) => {
    await register();
    const session = await checkout(behavior);
    expect(session).toMatchObject({
      amount_total: 3000,
      automatic_tax: { status: "requires_location_inputs" },
    });
    await pay(session, { place });
    const done = await paidBy(session.id);
    expect(done).toMatchObject({ amount_total: total, total_details: { amount_tax: tax } });
    expect(done.invoice).toMatchObject({
      total,
      amount_paid: total,
      total_excluding_tax: total - tax,
      total_taxes: [{ amount: tax }],
      automatic_tax: { enabled: true, status: "complete" },
    });
  },
);

test("a business in another EU country pays no tax, and the invoice shows its ID", async () => {
  await register();
  const session = await checkout("exclusive");
  await pay(session, { place: "FR", vatId: "FR12345678901" });
  expect((await paidBy(session.id)).invoice).toMatchObject({
    total: 3000,
    customer_tax_ids: [{ type: "eu_vat", value: "FR12345678901" }],
    total_taxes: [{ amount: 0, taxability_reason: "reverse_charge" }],
  });
});

test("a customer's tax ID can be deleted once, and invoices keep it", async () => {
  await register();
  const { customers } = bench.stripe;
  const session = await checkout("exclusive");
  await pay(session, { place: "FR", vatId: "FR12345678901" });
  const owner = String(session.customer);
  const [taxId] = (await customers.listTaxIds(owner)).data;
  const id = taxId?.id ?? "";
  const other = await customers.create({});
  expect(await refusal(customers.deleteTaxId(other.id, id))).toMatchObject({ code: "resource_missing" });
  expect(await customers.deleteTaxId(owner, id)).toMatchObject({ id, object: "tax_id", deleted: true });
  expect((await customers.listTaxIds(owner)).data).toEqual([]);
  expect(await refusal(customers.deleteTaxId(owner, id))).toMatchObject({ code: "resource_missing" });
  expect((await paidBy(session.id)).invoice).toMatchObject({
    customer_tax_ids: [{ value: "FR12345678901" }],
  });
});

test("a customer's shipping address can be set and cleared", async () => {
  const { customers } = bench.stripe;
  const shipping = { name: "Ann", address: { line1: "Main Street 1", country: "DE" } };
  const { id } = await customers.create({ shipping });
  expect(await customers.retrieve(id)).toMatchObject({ shipping });
  expect((await customers.update(id, { shipping: "" })).shipping).toBeNull();
});

test("the first invoice is taxed after its discount, and the renewal, which has no discount, in full", async () => {
  await register();
  const coupon = await bench.stripe.coupons.create({ duration: "once", percent_off: 50 });
  const session = await checkout("exclusive", { discounts: [{ coupon: coupon.id }] });
  await pay(session, { place: "DE" });
  expect((await paidBy(session.id)).amount_total).toBe(1785);
  await bench.forward({ days: 32 });
  const { data } = await bench.stripe.invoices.list({ customer: String(session.customer) });
  expect(data[0]).toMatchObject({
    billing_reason: "subscription_cycle",
    amount_paid: 3570,
    total_excluding_tax: 3000,
  });
});

test("the hosted page shows the new total before the charge", async () => {
  await register();
  const session = await checkout("exclusive", { invoice_creation: { enabled: true } }, "payment");
  const form = { ...CARD, country: "DE", state: "", vat: "" };
  const first = await (await bench.form(session.url ?? "", form)).text();
  expect(first).toContain("has changed the total");
  expect(first).toContain("$35.70");
  expect((await bench.form(session.url ?? "", form)).status).toBe(303);
  const done = await paidBy(session.id);
  expect(done).toMatchObject({ status: "complete", amount_total: 3570 });
  const page = await (await fetch((done.invoice as Stripe.Invoice).hosted_invoice_url ?? "")).text();
  expect(page).toContain("$5.70");
});
