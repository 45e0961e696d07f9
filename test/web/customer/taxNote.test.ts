import { createElement } from "react";
import { expect, test } from "vitest";
import { CATALOG } from "#shared/billing/catalog.ts";
import { TAX, type TaxRules } from "#shared/billing/tax.ts";
import { OrderSummary } from "../../../web/src/customer/checkout/OrderSummary.tsx";
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

test("prices say nothing of tax while the shop collects none, and whether it is in them when it does", async () => {
  for (const words of await pages()) expect(words).not.toMatch(/\btax\b/i);
  for (const words of await pages({ ...TAX, isCollected: true }))
    expect(words).toContain("Plus tax where it applies. Stripe's page shows the total.");
  for (const words of await pages({ ...TAX, isCollected: true, prices: "inclusive" }))
    expect(words).toContain("Tax included.");
});
