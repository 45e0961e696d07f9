import { afterAll, beforeAll, expect, test } from "vitest";
import { CATALOG } from "#shared/catalog/catalog.ts";
import { TAX, withoutTax } from "#shared/payments/tax.ts";
import { type Bench, startBench } from "#stripe-sandbox";
import { sessionParams } from "../../../../functions/checkout/page/checkoutSession.ts";
import { taxOf } from "../../../../functions/payments/facts/invoiceFacts.ts";

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.close());

const request = {
  asked: { price_id: "price_1" },
  userId: "ann",
  customer: "cus_1",
  promotionCode: null,
  successUrl: new URL("https://site.example/success"),
  cancelUrl: new URL("https://site.example/"),
};

test("a limited product can be paid for only by card, and other products by any payment method", () => {
  const methodsOf = (product: "monthly" | "lifetime") =>
    sessionParams({ ...request, product: CATALOG[product] }).allowed_payment_method_types;
  expect(methodsOf("lifetime")).toEqual(["card"]);
  expect(methodsOf("monthly")).toBeUndefined();
});

test("no checkout asks for an address or computes tax as long as the shop collects no tax", () => {
  const { mode, ...params } = sessionParams({ ...request, product: CATALOG.monthly });
  expect(TAX.isCollected).toBe(false);
  expect(mode).toBe("subscription");
  for (const name of ["automatic_tax", "tax_id_collection", "billing_address_collection", "customer_update"])
    expect(params).not.toHaveProperty(name);
});

test.each([
  ["exclusive", Math.round(CATALOG.lifetime.price * 1.19), CATALOG.lifetime.price],
  ["inclusive", CATALOG.lifetime.price, Math.round(CATALOG.lifetime.price / 1.19)],
] as const)(
  "%s tax is on the receipt in full and not in the commission's base",
  async (prices, total, base) => {
    const { stripe } = bench;
    await stripe.tax.settings.update({ head_office: { address: { country: "DE" } } });
    await stripe.tax.registrations.create({
      active_from: "now",
      country: "DE",
      country_options: { de: { type: "standard" } },
    });
    const product = await stripe.products.create({ name: "Lifetime" });
    const price = await stripe.prices.create({
      product: product.id,
      currency: "usd",
      unit_amount: CATALOG.lifetime.price,
      tax_behavior: prices,
    });
    const { id: customer } = await stripe.customers.create({ email: "ann@example.com" });
    const asked = sessionParams(
      { ...request, product: CATALOG.lifetime, asked: { price_id: price.id }, customer },
      { ...TAX, isCollected: true, prices },
    );
    const { id } = await stripe.checkout.sessions.create(asked);
    await bench.control(`checkout/${id}/pay`, { place: "DE" });
    const session = await stripe.checkout.sessions.retrieve(id);
    expect(session.amount_total).toBe(total);
    const tax = session.total_details?.amount_tax ?? 0;
    expect(withoutTax(total, total, tax)).toBe(base);
    const invoice = await stripe.invoices.retrieve(String(session.invoice));
    expect(invoice).toMatchObject({ amount_paid: total, total_excluding_tax: base });
    expect(taxOf(invoice)).toBe(tax);
  },
);
