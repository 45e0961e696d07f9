import { expect, test } from "vitest";
import { CATALOG } from "#shared/billing/catalog.ts";
import { sessionParams } from "../../../../functions/billing/checkout/checkoutSession.ts";

const request = {
  priceId: "price_1",
  userId: "ann",
  customer: "cus_1",
  promotionCode: null,
  successUrl: new URL("https://site.example/success"),
  cancelUrl: new URL("https://site.example/"),
};

test("a limited product is paid by card alone, so that no slow payment holds a unit; others as the buyer likes", () => {
  const methodsOf = (product: "monthly" | "lifetime") =>
    sessionParams({ ...request, product: CATALOG[product] }).allowed_payment_method_types;
  expect(methodsOf("lifetime")).toEqual(["card"]);
  expect(methodsOf("monthly")).toBeUndefined();
});
