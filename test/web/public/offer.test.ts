import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { Promotions } from "#shared/promotions/promotion.ts";
import { enlivenOffer } from "../../../web/src/public/live/offer.ts";
import { PromotionBanner } from "../../../web/src/public/offer/PromotionBanner.tsx";

const offer: Promotions = {
  lifetime_enabled: true,
  hero_text: "",
  subtitle: "",
  end_at: "2999-01-01T00:00:00.000Z",
  quantity_remaining: 12,
  version: 1,
};
const shown = (change: Partial<Promotions>): string => {
  const children = createElement("a", { href: "/checkout" }, "Get Lifetime Access");
  return renderToStaticMarkup(
    createElement(PromotionBanner, { promotions: { ...offer, ...change }, children }),
  );
};

describe("the promotion banner", () => {
  test("is hidden while the offer is off", () => {
    expect(shown({ lifetime_enabled: false })).toBe("");
  });
  test("has default texts if the operator has set none", () => {
    expect(shown({})).toContain("Limited-time Lifetime Access");
    expect(shown({})).toContain("One-time payment. Lifetime updates. No recurring fees.");
    expect(shown({ hero_text: "Spring" })).toContain("Spring");
  });
  test("shows the remaining units with a link to buy", () => {
    expect(shown({})).toMatch(/12<\/strong> Left/);
    expect(shown({})).toContain("Get Lifetime Access");
  });
  test("shows no count for an unlimited offer", () => {
    expect(shown({ quantity_remaining: null })).not.toContain("Left");
  });
  test.each([0, -1])("with %i units left shows 'Sold Out' and no link to buy", (quantity_remaining) => {
    expect(shown({ quantity_remaining })).toContain("Sold Out");
    expect(shown({ quantity_remaining })).not.toContain("Get Lifetime Access");
  });
  test("has no countdown without a valid end", () => {
    expect(shown({ end_at: null })).not.toContain("timer");
    expect(shown({ end_at: "soon" })).not.toContain("timer");
  });
});

describe("a public page", () => {
  afterEach(() => void vi.unstubAllGlobals());

  /** The visibility of each part, and the days of the trial, after the API's answer. */
  async function told(answer: object | null): Promise<Record<string, boolean | string>> {
    vi.stubGlobal("fetch", async () => Response.json(answer, { status: answer === null ? 503 : 200 }));
    const part = (sold: string) => ({ dataset: { sold }, hidden: sold !== "lifetime_enabled" });
    const parts = ["trial_days", "yearly", "teams", "lifetime_enabled"].map(part);
    const days = { textContent: "" };
    vi.stubGlobal("document", {
      querySelector: () => ({ dataset: { from: "/backend/api/promotions" }, querySelector: () => null }),
      querySelectorAll: (wanted: string) => (wanted === "[data-sold]" ? parts : [days]),
    });
    await enlivenOffer();
    const shown = parts.map(({ dataset, hidden }) => [dataset.sold, !hidden]);
    return { ...Object.fromEntries(shown), days: days.textContent };
  }

  test("shows only the plans that the operator has switched on", async () => {
    const everything = { ...offer, end_at: null, trial_days: 14, plans: ["yearly"], teams: true };
    expect(await told(everything)).toEqual({
      trial_days: true,
      yearly: true,
      teams: true,
      lifetime_enabled: true,
      days: "14 days",
    });
    expect(await told({ ...offer, end_at: null, lifetime_enabled: false, trial_days: 1 })).toEqual({
      trial_days: true,
      yearly: false,
      teams: false,
      lifetime_enabled: false,
      days: "1 day",
    });
  });

  test("stays unchanged if the API fails", async () => {
    const { trial_days, lifetime_enabled } = await told(null);
    expect([trial_days, lifetime_enabled]).toEqual([false, true]);
  });
});
