import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { PLANTS } from "../simulation/plants/all.ts";
import { planted } from "../simulation/plants/copy.ts";
import { citedIn, wrongCitations } from "./titles.ts";

const root = path.resolve(import.meta.dirname, "../..");
const page = readFileSync(path.join(root, "docs/money-stories.md"), "utf8");
const rows = page
  .split("\n")
  .filter((line) => line.startsWith("| ") && !/^\| (Defects|---) /.test(line))
  .map((line) => line.replace(/^\| | \|$/g, "").split(" | "));
/** Files whose defects are not about money: licenses, scripts' keys, consent to a cookie. */
const NOT_OF_MONEY = /\/(?:licenses|apiKeys|operator|consent)\/|\/keyHolder\.ts$/;
/** What runs the whole shop: the tests themselves, and the stories that they take in. */
const WHOLE =
  /^test\/(?:simulation\/stories|stories|contracts|integration|isolated|switched|browser|support)\//;

test("every story names its tests in the whole shop, and they are there", () => {
  expect(rows.length).toBeGreaterThan(15);
  for (const row of rows) {
    expect(row, row[0]).toHaveLength(2);
    const cited = citedIn(row[1] ?? "");
    expect(cited, row[0]).not.toEqual([]);
    expect(cited.filter(({ file }) => !WHOLE.test(file))).toEqual([]);
    expect(wrongCitations(cited), row[0]).toEqual([]);
  }
});

test("every defect about money that the simulation plants is in the row of the story that finds it", () => {
  const named = rows.flatMap(([defects = ""]) => defects.split("; "));
  const ofMoney = PLANTS.filter(({ edits }) => edits.some(({ file }) => !NOT_OF_MONEY.test(file)));
  expect(named.toSorted()).toEqual(ofMoney.map(({ name }) => name).toSorted());
});

test("every planted defect finds the code that it changes", () => {
  expect(PLANTS.map((plant) => planted(plant).size)).not.toContain(0);
});
