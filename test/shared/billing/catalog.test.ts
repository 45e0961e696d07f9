import { expect, test } from "vitest";
import { CATALOG, type Product, percentOff, productOfStripe } from "#shared/billing/catalog.ts";

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
  const enabled = Object.values<Product>(CATALOG).filter((product) => product.enabled);
  expect(enabled.map(({ id }) => id)).toEqual(["monthly", "lifetime"]);
});

test("the yearly plan says truly what it saves of twelve months, and waits for the operator", () => {
  expect(CATALOG.yearly).toMatchObject({
    price: 300_00,
    originalPrice: 360_00,
    interval: "year",
    enabled: false,
  });
  expect(CATALOG.yearly.originalPrice).toBe(12 * CATALOG.monthly.price);
  expect(percentOff(CATALOG.yearly)).toBe(17);
});
