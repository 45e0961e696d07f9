import { expect, test } from "vitest";
import { CATALOG, percentOff, productOfStripe } from "#shared/billing/catalog.ts";

test("the badge says what the prices say", () => {
  expect(percentOff(CATALOG.monthly)).toBe(40);
  expect(percentOff(CATALOG.lifetime)).toBe(20);
});

test("a Stripe product is recognized by the id that we chose", () => {
  expect(productOfStripe("articlip_monthly")?.id).toBe("monthly");
  expect(productOfStripe("prod_of_another_shop")).toBeUndefined();
});

test("two products are for sale, enabled, at the specification's prices", () => {
  expect(CATALOG).toMatchObject({
    monthly: {
      mode: "subscription",
      price: 30_00,
      originalPrice: 50_00,
      currency: "usd",
      interval: "month",
      featured: true,
      limitedOffer: false,
      enabled: true,
    },
    lifetime: {
      name: "Lifetime Access (Limited Offer)",
      mode: "payment",
      price: 4000_00,
      originalPrice: 5000_00,
      currency: "usd",
      interval: null,
      limitedOffer: true,
      enabled: true,
    },
  });
  expect(Object.keys(CATALOG)).toEqual(["monthly", "lifetime"]);
});
