import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { COSTS_FILE, costsPage } from "../../scripts/costs/page.ts";
import { STATES_FILE, statesPage } from "../../scripts/docs/states.ts";

test.each([
  [STATES_FILE, "docs", statesPage],
  [COSTS_FILE, "costs", costsPage],
])("%s is up to date with the output of npm run %s", (file, _script, text) => {
  expect(readFileSync(file, "utf8")).toBe(text());
});
