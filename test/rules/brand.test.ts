import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Split in two, so that the test does not find this file. */
const OURS = ["Arti", "clip"].join("");
/** Fixtures that keep our name. */
const FIXTURES = ["test/packages/", "test/web/customer/standing."];

test("no text puts an article before the product's name, because another name may need the other article", () => {
  const files = globSync("{functions,shared,web}/**/*.{ts,tsx}").filter(
    (file) => !file.includes("node_modules"),
  );
  const before = /\ban?\s+(\{"\s*"\}\s*)?\$?\{BRAND\.name\}/i;
  expect(files.filter((file) => before.test(readFileSync(file, "utf8")))).toEqual([]);
});

test("only shared/brand.ts contains the product's name", () => {
  const files = globSync(
    "{functions,shared,web,infra,local,scripts,test}/**/*.{ts,tsx,mjs,css,html,md,json,svg}",
  )
    .filter((file) => !file.includes("node_modules") && !FIXTURES.some((part) => file.startsWith(part)))
    .filter((file) => readFileSync(file, "utf8").includes(OURS));
  expect(files.filter((file) => file !== "shared/brand.ts")).toEqual([]);
});
