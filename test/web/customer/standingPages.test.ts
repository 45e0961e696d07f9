import { expect, test } from "vitest";
import { standingPages } from "../../../scripts/screens/standing/pages.tsx";
import { wordsOf } from "../../support/rendered.ts";
import { distinctOutcomes } from "./outcomes.ts";

const PRIMARY = /class="[^"]*\bbg-signal\b[^"]*\btext-on-signal\b/g;

test("Overview shows each situation whole, with one primary button at most, and offers nothing beside a problem", async () => {
  const outcomes = distinctOutcomes();
  const pages = await standingPages();
  expect(pages.length).toBe(outcomes.length);
  for (const [at, { html }] of pages.entries()) {
    const [text = "", judged] = outcomes[at] ?? [];
    const words = wordsOf(html);
    for (const said of [...(judged?.standing.problems ?? []), judged?.standing.next])
      expect(words, text).toContain(said?.title);
    expect([...html.matchAll(PRIMARY)].length, text).toBeLessThanOrEqual(1);
    expect(words.includes("Get Lifetime Access"), text).toBe(judged?.standing.offers);
  }
});
