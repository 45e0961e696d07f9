import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import type { Promotions } from "#shared/promotions/promotion.ts";
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
  test("is not there while the offer is off", () => {
    expect(shown({ lifetime_enabled: false })).toBe("");
  });
  test("has its own words where the operator left none", () => {
    expect(shown({})).toContain("Limited-time Lifetime Access");
    expect(shown({})).toContain("One-time payment. Lifetime updates. No recurring fees.");
    expect(shown({ hero_text: "Spring" })).toContain("Spring");
  });
  test("shows what is left, with the way to buy", () => {
    expect(shown({})).toMatch(/12<\/strong> Left/);
    expect(shown({})).toContain("Get Lifetime Access");
  });
  test("an unlimited offer shows no count", () => {
    expect(shown({ quantity_remaining: null })).not.toContain("Left");
  });
  test.each([0, -1])("at %i the way to buy gives place to 'Sold Out'", (quantity_remaining) => {
    expect(shown({ quantity_remaining })).toContain("Sold Out");
    expect(shown({ quantity_remaining })).not.toContain("Get Lifetime Access");
  });
  test("has no countdown where the end is open or no time", () => {
    expect(shown({ end_at: null })).not.toContain("timer");
    expect(shown({ end_at: "soon" })).not.toContain("timer");
  });
});
