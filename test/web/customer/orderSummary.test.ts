import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { CATALOG } from "#shared/catalog/catalog.ts";
import type { Discount } from "#shared/discounts/discount.ts";
import { inMoney } from "#shared/words.ts";
import { OrderSummary } from "../../../web/src/customer/checkout/OrderSummary.tsx";
import { discountOf } from "../../../web/src/customer/checkout/options/DiscountField.tsx";

const product = CATALOG.monthly;
const shown = (failure: string | null = null, seats = 1, discount: Discount | null = null): string => {
  const reduction = discountOf({ product, seats, discount });
  return renderToStaticMarkup(
    createElement(OrderSummary, {
      product,
      email: "buyer@example.com",
      failure,
      seats,
      reductions: reduction === null ? [] : [reduction],
      pending: false,
      onPay: () => undefined,
    }),
  );
};

test.each([
  [
    "a fixed discount reduces the total once",
    { amount_off_cents: 500, percent_off: null },
    3 * CATALOG.monthly.price - 500,
  ],
  [
    "a percentage reduces the price of every seat",
    { amount_off_cents: null, percent_off: 50 },
    1.5 * CATALOG.monthly.price,
  ],
])("with three seats, %s", (_what, off, due) => {
  // The page's price can be that of a held unit. The total comes from that price, not from `price_cents`.
  const discount = { code: "CODE", ...off, price_cents: 1, names_affiliate: false };
  expect(shown(null, 3, discount)).toContain(`<dd>${inMoney(due)}</dd>`);
});

test.each(["/terms", "/privacy"])("a link to %s is below the button and opens a new tab", (path) => {
  const under = shown().slice(shown().indexOf("Continue to payment"));
  expect(under).toMatch(new RegExp(`<a href="${path}" target="_blank"`));
});

test("the reason why a payment could not start is directly above the button", () => {
  const [above = "", ...rest] = shown("Checkout failed: Not now.").split("<button");
  expect(above).toMatch(/Payment Error:<\/p><div class="contents">Checkout failed: Not now\.(<\/div>)+$/);
  expect(rest).toHaveLength(1);
  expect(shown()).not.toContain("Payment Error:");
});
