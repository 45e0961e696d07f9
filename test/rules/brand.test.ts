import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Letter by letter, so that a founder who has another name finds what still has ours. */
const OURS = ["Arti", "clip"].join("");
/** Made-up pages and packages, which keep their own name. */
const FIXTURES = ["test/packages/", "test/web/customer/standing."];

test("our name is in the brand's file alone", () => {
  const files = globSync(
    "{functions,shared,web,infra,local,scripts,test}/**/*.{ts,tsx,mjs,css,html,md,json,svg}",
  )
    .filter((file) => !file.includes("node_modules") && !FIXTURES.some((part) => file.startsWith(part)))
    .filter((file) => readFileSync(file, "utf8").includes(OURS));
  expect(files.filter((file) => file !== "shared/brand.ts")).toEqual([]);
});
