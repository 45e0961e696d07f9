import { describe, expect, test } from "vitest";
import { COUNTRIES, isPaidIn, smallestRequest } from "#shared/affiliates/countries.ts";
import { SMALLEST_REQUEST_CENTS } from "#shared/payouts/request.ts";
import { countryName } from "#shared/words.ts";
import { openRequest } from "../../../functions/payouts/rules.ts";
import { newAffiliate } from "../../../functions/referrals/rules.ts";
import { affiliateOf } from "../../support/payouts.ts";

const NOW = new Date("2026-11-25T10:00:00Z");
const ann = { userId: "ann", email: "ann@example.com", normalisedEmail: "ann@example.com" };

describe("the countries in which Stripe pays affiliates", () => {
  test("are all countries of Stripe's region for cross-border transfers if the shop is in that region", () => {
    const paid = COUNTRIES.filter((country) => isPaidIn(country, "IE"));
    expect(paid).toHaveLength(34);
    expect(paid).toEqual(expect.arrayContaining(["US", "GB", "CA", "CH", "DE", "LI", "NO", "IS"]));
    expect(paid).not.toEqual(expect.arrayContaining(["BR"]));
    expect(isPaidIn("IN", "US")).toBe(false);
  });
  test("are only the shop's own country if the shop is outside that region", () => {
    expect(COUNTRIES.filter((country) => isPaidIn(country, "AU"))).toEqual(["AU"]);
  });
  test("each have a unique code of two letters", () => {
    expect(new Set(COUNTRIES).size).toBe(COUNTRIES.length);
    expect(COUNTRIES.filter((code) => !/^[A-Z]{2}$/.test(code) || countryName(code) === code)).toEqual([]);
  });
});

describe("joining the affiliate program", () => {
  test("stores the country", () => {
    expect(newAffiliate(ann, "CODE", NOW, "DE")).toMatchObject({ country: "DE" });
    expect(newAffiliate(ann, "CODE", NOW)).not.toHaveProperty("country");
  });
  test("is refused in a country where Stripe cannot pay, with the country's name", () => {
    expect(() => newAffiliate(ann, "CODE", NOW, "BR")).toThrow(/cannot pay affiliates in Brazil/);
  });
});

test("a payout has at least the minimum amount of the shop and of the country", () => {
  expect(smallestRequest(null)).toBe(SMALLEST_REQUEST_CENTS);
  expect(smallestRequest("DE", { DE: 50_00 })).toBe(50_00);
  expect(smallestRequest("DE", { DE: 1_00 })).toBe(SMALLEST_REQUEST_CENTS);
  const asking = {
    affiliate: { ...affiliateOf("ann", "ann@example.com"), stripeAccountId: "acct_1", payoutsEnabled: true },
    emailConfirmed: true,
    claimableCents: 100_00,
    latestId: undefined,
    isWaiting: false,
    amountCents: 19_99,
  };
  expect(() => openRequest(asking, NOW)).toThrow("Minimum payout: $20.00");
  expect(openRequest({ ...asking, amountCents: 20_00 }, NOW)).toMatchObject({ requestedCents: 20_00 });
});
