import { expect, test } from "vitest";
import { isOnOffer, type Promotions } from "#shared/promotions/promotion.ts";

const NOW = new Date("2026-03-15T12:00:00.000Z");
const OFFER: Promotions = {
  lifetime_enabled: true,
  hero_text: "",
  subtitle: "",
  end_at: null,
  quantity_remaining: null,
  version: 1,
};

test.each<[string, boolean, Partial<Promotions>]>([
  ["without an end or a limit", true, {}],
  ["that is switched off", false, { lifetime_enabled: false }],
  ["with a unit left", true, { quantity_remaining: 1 }],
  ["without a unit left", false, { quantity_remaining: 0 }],
  ["a moment before its end", true, { end_at: "2026-03-15T12:00:00.001Z" }],
  ["at its end", false, { end_at: "2026-03-15T12:00:00.000Z" }],
])("an offer %s runs: %s", (_name, onOffer, change) => {
  expect(isOnOffer({ ...OFFER, ...change }, NOW)).toBe(onOffer);
});
