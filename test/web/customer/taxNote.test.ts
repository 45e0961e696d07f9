import { createElement } from "react";
import { expect, test } from "vitest";
import { CATALOG } from "#shared/catalog/catalog.ts";
import { TAX, type TaxRules } from "#shared/payments/tax.ts";
import type { Subscription } from "#shared/subscriptions/subscription.ts";
import { OrderSummary } from "../../../web/src/customer/checkout/OrderSummary.tsx";
import { StatusCard } from "../../../web/src/customer/subscription/StatusCard.tsx";
import { Pricing } from "../../../web/src/public/landing/Pricing.tsx";
import { htmlOf, wordsOf } from "../../support/rendered.ts";

const pages = async (tax?: TaxRules) => {
  const more = tax === undefined ? {} : { tax };
  const summary = createElement(OrderSummary, {
    product: CATALOG.monthly,
    email: "ann@example.com",
    failure: null,
    pending: false,
    onPay: () => undefined,
    ...more,
  });
  return [wordsOf(await htmlOf(summary)), wordsOf(await htmlOf(createElement(Pricing, more)))];
};

test("prices mention tax only if the shop collects it, and then say whether it is included", async () => {
  for (const words of await pages()) expect(words).not.toMatch(/\btax\b/i);
  for (const words of await pages({ ...TAX, isCollected: true }))
    expect(words).toContain("Plus tax where it applies. Stripe's page shows the total.");
  for (const words of await pages({ ...TAX, isCollected: true, prices: "inclusive" }))
    expect(words).toContain("Tax included.");
});

test("a subscriber sees a note about added tax only if tax is added", async () => {
  const subscription: Subscription = {
    customer_id: "cus_1",
    subscription_id: "sub_1",
    subscription_status: "active",
    price_id: "price_1",
    current_period_start: 1_764_000_000,
    current_period_end: 1_766_592_000,
    cancel_at_period_end: false,
    cancel_at: null,
    payment_method_brand: "visa",
    payment_method_last4: "4242",
  };
  const card = async (tax: TaxRules) => {
    const props = { subscription, hold: null, tax, children: null };
    return wordsOf(await htmlOf(createElement(StatusCard, props)));
  };
  expect(await card({ ...TAX, isCollected: true })).toMatch(/per month plus any tax/);
  expect(await card(TAX)).not.toMatch(/\btax\b/);
  expect(await card({ ...TAX, isCollected: true, prices: "inclusive" })).not.toMatch(/\btax\b/);
});
