import { expect, test } from "vitest";
import { PLANTS } from "../simulation/plants/all.ts";
import { planted } from "../simulation/plants/copy.ts";
import { MONEY_STORIES } from "../simulation/plants/moneyStories.ts";
import { wrongCitations } from "./titles.ts";

/** Files whose planted defects are not about money: licenses, API keys, consent to a cookie. */
const NOT_OF_MONEY = /\/(?:licenses|apiKeys|operator|consent)\/|\/keyHolder\.ts$/;
/** Tests and stories that run the whole shop. */
const WHOLE =
  /^test\/(?:simulation\/stories|stories|contracts|integration|isolated|switched|browser|support)\//;

test("every story names existing tests of the whole shop", () => {
  expect(MONEY_STORIES.length).toBeGreaterThan(15);
  for (const { defects, tests } of MONEY_STORIES) {
    const cited = tests.map(([file, title]) => ({ file, title }));
    expect(cited, defects[0]).not.toEqual([]);
    expect(cited.filter(({ file }) => !WHOLE.test(file))).toEqual([]);
    expect(wrongCitations(cited), defects[0]).toEqual([]);
  }
});

test("every defect about money that the simulation plants is listed with the story that finds it", () => {
  const named = MONEY_STORIES.flatMap(({ defects }) => defects);
  const ofMoney = PLANTS.filter(({ edits }) => edits.some(({ file }) => !NOT_OF_MONEY.test(file)));
  expect(named.toSorted()).toEqual(ofMoney.map(({ name }) => name).toSorted());
});

test("the code that each planted defect changes still exists", () => {
  expect(PLANTS.map((plant) => planted(plant).size)).not.toContain(0);
});
