import { createElement, type FunctionComponent } from "react";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { ApiKey } from "#shared/apiKeys/operator.ts";
import type { DiscountCode } from "#shared/discounts/operator.ts";
import { throughDay } from "#shared/instant.ts";
import { htmlOf, wordsOf } from "../../support/rendered.ts";

// Operators in every time zone see the same day, which was chosen or counted in UTC.

const FIRST_INSTANT = "2026-11-20";
const LAST_INSTANT = "2026-11-20T23:59:59.000Z";

const code: DiscountCode = {
  id: "promo_1",
  code: "AUTUMN",
  percent_off: 20,
  amount_off_cents: null,
  plans: ["monthly", "yearly", "lifetime"],
  first_purchase_only: false,
  once_per_customer: false,
  affiliate_id: null,
  max_redemptions: null,
  redemptions: 0,
  expires_at: throughDay(LAST_INSTANT),
  state: "ended",
  link: "/checkout?code=AUTUMN",
  created_at: "2026-11-01T12:00:00.000Z",
};
const apiKey: ApiKey = {
  id: "key_1",
  name: "Report",
  scopes: {},
  created_at: "2026-11-01T12:00:00.000Z",
  created_by: "operator-1",
  expires_at: null,
  revoked_at: "2026-11-21T12:00:00.000Z",
  last_used_on: FIRST_INSTANT,
};

afterAll(() => vi.unstubAllEnvs());

describe.each(["America/Los_Angeles", "Asia/Tokyo"])("in %s", (zone) => {
  beforeEach(() => {
    vi.stubEnv("TZ", zone);
    // A formatter uses the zone at the time of its module's import.
    vi.resetModules();
  });
  const shown = async (Component: FunctionComponent, value: object): Promise<string> =>
    wordsOf(await htmlOf(createElement(Component), { value, failure: null, at: 0 }));

  test("operators see the chosen UTC day as the last day that a key covers", async () => {
    const { extrasFacts } = await import("../../../web/src/operator/keys/extras.ts");
    const extras = { features: [], coveredVersion: null, coveredUntil: LAST_INSTANT, metadata: {} };
    expect(extrasFacts(extras)).toEqual([{ name: "Covers releases until", value: "Nov 20, 2026" }]);
  });

  test("operators see the chosen UTC day as the last day of a discount code", async () => {
    const { Component } = await import("../../../web/src/operator/discounts/DiscountDesk.tsx");
    expect(await shown(Component, { codes: [code], next: null })).toContain("Nov 20, 2026");
  });

  test("operators see the UTC day on which an API key was last used", async () => {
    const { Component } = await import("../../../web/src/operator/apiKeys/ApiKeyDesk.tsx");
    expect(await shown(Component, { keys: [apiKey] })).toContain("Nov 20, 2026");
  });
});
