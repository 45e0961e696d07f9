import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { BRAND } from "../../shared/brand.ts";
import { CATALOG } from "../../shared/catalog/catalog.ts";
import { keyedBy } from "./cacheKey.ts";

/** The other founder's brand in file names, addresses and resources. */
export const OTHER_SLUG = "quillwright";

const root = path.resolve(import.meta.dirname, "../..");
/** Finds tests with money or the brand in their words or imports. Other tests cannot depend on the founder. */
const NAMES = /BRAND|CATALOG|PRICE|articlip|\$\d|\d_00\b|_cents|\b(?:3000|30000|400000)\b/i;
/** Leaves out property tests, whose draws are random, and tests that read sources or bundles. */
export const FOUNDERS_TESTS = globSync("test/{shared,functions,web,infra}/**/*.test.ts", {
  cwd: root,
}).filter(
  (file) =>
    !/infra\/bundles\.|web\/budget\./.test(file) && NAMES.test(readFileSync(path.join(root, file), "utf8")),
);

const EDITS: Readonly<Record<string, readonly (readonly [find: RegExp, replace: string])[]>> = {
  "shared/brand.ts": [
    [new RegExp(BRAND.name, "g"), "Quillwright"],
    [new RegExp(`"${BRAND.slug}"`, "g"), `"${OTHER_SLUG}"`],
    [new RegExp(new URL(BRAND.siteUrl).hostname.replaceAll(".", "\\."), "g"), `${OTHER_SLUG}.example.org`],
  ],
  "shared/catalog/catalog.ts": [
    [/MONTHLY_PRICE = \d[\d_]*;/g, `MONTHLY_PRICE = ${CATALOG.monthly.price + 5_00};`],
    [/\b300_00\b/g, String(CATALOG.yearly.price + 49_00)],
    [/\b4000_00\b/g, String(CATALOG.lifetime.price - 501_00)],
  ],
};

/** @throws Error if an edit finds nothing */
function edited(file: string, code: string): string | undefined {
  const name = path.relative(root, file).replaceAll("\\", "/");
  return EDITS[name]?.reduce((before, [find, replace]) => {
    const after = before.replaceAll(find, replace);
    if (after === before)
      throw new Error(`${name} has no ${find.source}: correct the edit in scripts/test/otherFounder.ts`);
    return after;
  }, code);
}

/** Loads the project as another founder's project: a founder's changes must not break a test. */
export const OTHER_FOUNDER = {
  name: "other-founder",
  enforce: "pre" as const,
  transform: (code: string, file: string) => edited(file, code),
  ...keyedBy(edited),
};
