import { expect, test } from "vitest";
import { offersOf, PLAN_FEATURES } from "#shared/catalog/offers.ts";
import { FEATURES, QUESTIONS, STATS, VOICES } from "../../../web/src/public/content.ts";

test("the landing page has as many figures, features, voices, questions and plan features as the specification", () => {
  expect([STATS, FEATURES, VOICES, QUESTIONS, PLAN_FEATURES].map((list) => list.length)).toEqual([
    4, 6, 3, 5, 8,
  ]);
});

test("the questions and the plans' table name the same limits of the free key", () => {
  const [free] = offersOf(String);
  expect(free?.gives).toContain("priority processing, advanced analytics, and custom branding options");
  expect(QUESTIONS[0].answer).toContain(free?.gives);
});

test("the figures are those of the specification", () => {
  expect(STATS.map(({ figure }) => figure)).toEqual(["50K+", "2.5M+", "300%", "99.9%"]);
});
