import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { STATES_FILE, statesPage } from "../../scripts/docs/states.ts";

test("docs/states.md says what the tables in code say: npm run docs writes it", () => {
  expect(readFileSync(STATES_FILE, "utf8")).toBe(statesPage());
});
