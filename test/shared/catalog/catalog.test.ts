import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { BRAND } from "#shared/brand.ts";
import {
  CATALOG,
  OPTIONAL_PLANS,
  type Product,
  percentOff,
  productOfStripe,
} from "#shared/catalog/catalog.ts";

test("a product's discount is the difference between the price and the original price in rounded percent", () => {
  expect(percentOff({ ...CATALOG.monthly, price: 30_00, originalPrice: 50_00 })).toBe(40);
  expect(percentOff({ ...CATALOG.yearly, price: 300_00, originalPrice: 360_00 })).toBe(17);
});

test("a Stripe product is recognized by our own id", () => {
  expect(productOfStripe(`${BRAND.slug}_monthly`)?.id).toBe("monthly");
  expect(productOfStripe("prod_of_another_shop")).toBeUndefined();
});

test("two products are for sale, and the yearly plan is off until the operator switches it on", () => {
  const enabled = Object.values<Product>(CATALOG).filter((product) => product.enabled);
  expect(enabled.map(({ id }) => id)).toEqual(["monthly", "lifetime"]);
  expect(CATALOG).toMatchObject({
    monthly: {
      mode: "subscription",
      currency: "usd",
      months: 1,
      featured: true,
      limitedOffer: false,
    },
    yearly: { mode: "subscription", currency: "usd", months: 12, limitedOffer: false },
    lifetime: { mode: "payment", currency: "usd", months: null, limitedOffer: true },
  });
});

test("a price is below its comparison price, and the yearly plan costs less than twelve months", () => {
  for (const { price, originalPrice } of Object.values<Product>(CATALOG))
    expect(price).toBeLessThan(originalPrice);
  expect(CATALOG.yearly.originalPrice).toBe(12 * CATALOG.monthly.price);
});

test("only the catalog names an optional plan, so another optional plan needs no other file", () => {
  const named = new RegExp(
    OPTIONAL_PLANS.map((plan) => `["'\\x60]${plan}["'\\x60]|\\.${plan}\\b|^ *${plan}:`).join("|"),
    "m",
  );
  /** These files list the durations of the keys that operators create. The specification names them like the plans. */
  const durations = ["functions/licenses/desk/rules.ts", "shared/licenses/operator.ts"];
  const files = globSync("{functions,shared,web/src,infra}/**/*.{ts,tsx}").filter((file) =>
    named.test(readFileSync(file, "utf8")),
  );
  expect(files.filter((file) => !durations.includes(file))).toEqual(["shared/catalog/catalog.ts"]);
});
