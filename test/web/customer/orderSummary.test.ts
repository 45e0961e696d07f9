import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { CATALOG } from "#shared/catalog/catalog.ts";
import { OrderSummary } from "../../../web/src/customer/checkout/OrderSummary.tsx";

const shown = (failure: string | null = null): string =>
  renderToStaticMarkup(
    createElement(OrderSummary, {
      product: CATALOG.monthly,
      email: "buyer@example.com",
      failure,
      pending: false,
      onPay: () => undefined,
    }),
  );

test.each(["/terms", "/privacy"])("%s is under the button, and opens beside the page", (path) => {
  const under = shown().slice(shown().indexOf("Continue to payment"));
  expect(under).toMatch(new RegExp(`<a href="${path}" target="_blank"`));
});

test("why a payment could not be begun stands directly above the button", () => {
  const [above = "", ...rest] = shown("Checkout failed: Not now.").split("<button");
  expect(above).toMatch(/Payment Error:<\/p><div class="contents">Checkout failed: Not now\.(<\/div>)+$/);
  expect(rest).toHaveLength(1);
  expect(shown()).not.toContain("Payment Error:");
});
