import { describe, expect, test } from "vitest";
import { COUNTRIES, isPaidIn, smallestRequest } from "#shared/affiliates/countries.ts";
import { SMALLEST_REQUEST_CENTS } from "#shared/payouts/request.ts";
import { countryName } from "#shared/words.ts";
import { openRequest } from "../../../functions/payouts/rules.ts";
import { newAffiliate } from "../../../functions/referrals/rules.ts";
import { affiliateOf } from "../../support/payouts.ts";

const NOW = new Date("2026-11-25T10:00:00Z");
const ann = { userId: "ann", email: "ann@example.com", normalisedEmail: "ann@example.com" };

describe("where Stripe pays affiliates", () => {
  test("from inside its region: the whole region, and nowhere else", () => {
    const paid = COUNTRIES.filter((country) => isPaidIn(country, "IE"));
    expect(paid).toHaveLength(34);
    expect(paid).toEqual(expect.arrayContaining(["US", "GB", "CA", "CH", "DE", "LI", "NO", "IS"]));
    expect(paid).not.toEqual(expect.arrayContaining(["BR"]));
    expect(isPaidIn("IN", "US")).toBe(false);
  });
  test("from outside of it: at home alone", () => {
    expect(COUNTRIES.filter((country) => isPaidIn(country, "AU"))).toEqual(["AU"]);
  });
  test("every country has a code of two letters, once", () => {
    expect(new Set(COUNTRIES).size).toBe(COUNTRIES.length);
    expect(COUNTRIES.filter((code) => !/^[A-Z]{2}$/.test(code) || countryName(code) === code)).toEqual([]);
  });
});

describe("joining", () => {
  test("keeps the country", () => {
    expect(newAffiliate(ann, "CODE", NOW, "DE")).toMatchObject({ country: "DE" });
    expect(newAffiliate(ann, "CODE", NOW)).not.toHaveProperty("country");
  });
  test("is refused from where Stripe cannot pay, with the country's name", () => {
    expect(() => newAffiliate(ann, "CODE", NOW, "BR")).toThrow(/cannot pay affiliates in Brazil/);
  });
});

test("a payout is at least the smallest one, or what the country asks for", () => {
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
