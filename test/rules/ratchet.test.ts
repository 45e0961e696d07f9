import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { PARTS } from "../../infra/stacks.ts";
import { synthesize } from "../infra/synthesized.ts";

// These bounds keep the product from growing unnoticed. Lower a bound when you have lowered its number.

/** CloudFormation refuses a stack above 500. */
const MAX_RESOURCES_OF_A_STACK = 250;
const MAX_STACKS = 12;
/** The bound of the product's lines. A commit that raises it says in its body what the lines are for. */
const MAX_LINES = 83_570;

test("the number of stacks, and the number of resources in each, stay within their bounds", () => {
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
