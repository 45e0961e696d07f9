import { expect, test } from "vitest";
import { CATALOGUE, percentOff, productOfStripe } from "#shared/billing/catalogue.ts";

test("the badge says what the prices say", () => {
  expect(percentOff(CATALOGUE.monthly)).toBe(40);
  expect(percentOff(CATALOGUE.lifetime)).toBe(20);
});

test("a Stripe product is recognised by the id that we chose", () => {
  expect(productOfStripe("articlip_monthly")?.id).toBe("monthly");
  expect(productOfStripe("prod_of_somebody_else")).toBeUndefined();
});
