import { expect, test } from "vitest";
import { filesOf, secretsIn } from "../support/secretsScan.ts";

/** What the stacks of this test run were built from. */
test.each([
  ["bundles", "dist/functions/**/*.cjs"],
  ["the site", "dist/web/**/*.{js,html,json,css}"],
  ["the templates", "{cdk.out,.local/cdk.out}/*.json"],
])("no secret is in %s", (_what, pattern) => {
  const files = filesOf(pattern);
  expect(files.length, "node scripts/build.ts writes them").toBeGreaterThan(0);
  expect(secretsIn(files)).toEqual([]);
});

test("no source maps are built: they would publish the sources", () => {
  expect(filesOf("dist/**/*.map")).toEqual([]);
});
