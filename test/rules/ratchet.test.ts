import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { PARTS } from "../../infra/stacks.ts";
import { synthesize } from "../infra/synthesized.ts";

// These numbers may fall and not rise. Lower a bound when you have lowered its number.

/** CloudFormation refuses a stack above 500. */
const MAX_RESOURCES_OF_A_STACK = 250;
const MAX_STACKS = 12;
/**
 * The lines of 0.3.0, 4,000 for what is still to come in this version, 233 for nights that end at any size, work that does not grow with one customer, and
 * checkouts that wait half as long, 170 for what was found missing about money, and 831 for lost phones and accounts, operators' sessions and a
 * person's data. Scopes and limits of calls without a token took 37,
 * and the options of AWS clients as many: they took the place of 230 lines in scripts/bundle.
 * The operator's month takes 554, and the customer's unhappy states what follows.
 * The doors of functions/ and the order of its features take 455: a door names what others may call, one name a line. The last are
 * what a customer's situations, an invitation, the welcome and the overview took.
 */
const MAX_LINES = 74_400 + 4_000 + 233 + 170 + 831 + 37 + 37 + 554 + 221 + 455 + 233;

test("no stack has more resources", () => {
  const templates = synthesize({ stage: "prod" });
  const largest = Math.max(...PARTS.map((part) => Object.keys(templates[part].Resources).length));
  expect(largest).toBeLessThanOrEqual(MAX_RESOURCES_OF_A_STACK);
  expect(PARTS.length).toBeLessThanOrEqual(MAX_STACKS);
});

test("the product has no more lines than its bound", () => {
  const lines = globSync("{functions,shared,web,infra}/**/*.{ts,tsx,css,mjs,html}")
    .map((file) => readFileSync(file, "utf8").split("\n").length - 1)
    .reduce((sum, count) => sum + count, 0);
  expect(lines).toBeLessThanOrEqual(MAX_LINES);
});
