import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { COSTS_FILE, costsPage } from "../../scripts/costs/page.ts";
import { STATES_FILE, statesPage } from "../../scripts/docs/states.ts";

test.each([
  ["docs/states.md", "docs", STATES_FILE, statesPage],
  ["docs/costs.md", "costs", COSTS_FILE, costsPage],
])("%s is up to date with the output of npm run %s", (_page, _script, file, text) => {
  expect(readFileSync(file, "utf8")).toBe(text());
});
