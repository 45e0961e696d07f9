import { expect, test } from "vitest";
import { PLAN_FEATURES } from "#shared/catalog/offers.ts";
import { FEATURES, QUESTIONS, STATS, VOICES } from "../../../web/src/public/content.ts";

test("the landing page has as many figures, features, voices, questions and plan features as the specification", () => {
  expect([STATS, FEATURES, VOICES, QUESTIONS, PLAN_FEATURES].map((list) => list.length)).toEqual([
    4, 6, 3, 5, 8,
  ]);
});

test("the figures are those of the specification", () => {
  expect(STATS.map(({ figure }) => figure)).toEqual(["50K+", "2.5M+", "300%", "99.9%"]);
});
