import { expect, test } from "vitest";
import { filesOf, secretsIn } from "../support/secretsScan.ts";

test.each([
  ["the bundles", "dist/functions/**/*.cjs"],
  ["the site", "dist/web/**/*.{js,html,json,css}"],
  ["the templates", "{cdk.out,.local/cdk.out}/*.json"],
])("there is no secret in %s", (_what, pattern) => {
  const files = filesOf(pattern);
  expect(files.length, "node scripts/build.ts writes them").toBeGreaterThan(0);
  expect(secretsIn(files)).toEqual([]);
});

test("the build has no source maps, which would publish the sources", () => {
  expect(filesOf("dist/**/*.map")).toEqual([]);
});
