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

test.each<[string, Partial<Promotions>, boolean]>([
  ["open end, unlimited", {}, true],
  ["switched off", { lifetime_enabled: false }, false],
  ["a unit left", { quantity_remaining: 1 }, true],
  ["no unit left", { quantity_remaining: 0 }, false],
  ["a moment before its end", { end_at: "2026-03-15T12:00:00.001Z" }, true],
  ["at its end", { end_at: "2026-03-15T12:00:00.000Z" }, false],
])("the offer's state decides whether the offer runs: %s", (_name, change, onOffer) => {
  expect(isOnOffer({ ...OFFER, ...change }, NOW)).toBe(onOffer);
});
