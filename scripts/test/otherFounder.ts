import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { BRAND } from "../../shared/brand.ts";
import { CATALOG } from "../../shared/catalog/catalog.ts";
import { endStepsWithThis, ONE_WORKER, runStep, vitest } from "./steps.ts";
import { ownTemporaryFolder } from "./temporary.ts";

/**
 * Runs the unit tests in a copy of the project under another name, another domain and other prices: a founder's changes
 * must not break a test. In the copy, only the two files that a founder edits and the terms differ.
 *
 *   node scripts/test/otherFounder.ts [test files]
 */
const root = path.resolve(import.meta.dirname, "../..");
/** Finds tests with money or the brand in their words or imports. Other tests cannot depend on the founder. */
const NAMES = /BRAND|CATALOG|PRICE|articlip|\$\d|\d_00\b|_cents|\b(?:3000|30000|400000)\b/i;
/** Leaves out properties, which draw at random, and tests that read sources or bundles. */
const TESTS = globSync("test/{shared,functions,web,infra}/**/*.test.ts", { cwd: root }).filter(
  (file) =>
    !/infra\/bundles\.|web\/budget\./.test(file) && NAMES.test(readFileSync(path.join(root, file), "utf8")),
);

type Edit = readonly [find: RegExp, replace: string];
const NAME: Edit = [new RegExp(BRAND.name, "g"), "Quillwright"];
const HOST: Edit = [
  new RegExp(new URL(BRAND.siteUrl).hostname.replaceAll(".", "\\."), "g"),
  "quillwright.example.org",
];
const renamed = (text: string): string =>
  [NAME, HOST].reduce((before, [find, replace]) => before.replaceAll(find, replace), text);

const EDITS: Readonly<Record<string, readonly Edit[]>> = {
  "shared/brand.ts": [NAME, [new RegExp(`"${BRAND.slug}"`, "g"), '"quillwright"'], HOST],
  "shared/catalog/catalog.ts": [
    [/MONTHLY_PRICE = \d[\d_]*;/g, `MONTHLY_PRICE = ${CATALOG.monthly.price + 5_00};`],
    [/\b300_00\b/g, String(CATALOG.yearly.price + 49_00)],
    [/\b4000_00\b/g, String(CATALOG.lifetime.price - 501_00)],
  ],
};

/** The terms, which a founder rewrites. */
const TERMS = /^docs\/(terms|privacy-texts)\//;

/** @throws Error if an edit finds nothing */
function edited(file: string, text: string): string {
  if (TERMS.test(file)) return renamed(text);
  return (EDITS[file] ?? []).reduce((before, [find, replace]) => {
    const after = before.replaceAll(find, replace);
    if (after === before)
      throw new Error(`${file} has no ${find.source}: teach scripts/test/otherFounder.ts`);
    return after;
  }, text);
}

/** @returns the folder of the copy, which has the project's node_modules */
function copyEdited(): string {
  const copy = mkdtempSync(path.join(tmpdir(), "founder-"));
  const files = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  for (const file of files.split("\0").filter((name) => name !== "")) {
    mkdirSync(path.join(copy, path.dirname(file)), { recursive: true });
    if (file in EDITS || TERMS.test(file))
      writeFileSync(path.join(copy, file), edited(file, readFileSync(path.join(root, file), "utf8")));
    else copyFileSync(path.join(root, file), path.join(copy, file));
  }
  symlinkSync(path.join(root, "node_modules"), path.join(copy, "node_modules"), "junction");
  return copy;
}

async function main(given: readonly string[]): Promise<number> {
  endStepsWithThis();
  ownTemporaryFolder();
  const copy = copyEdited();
  try {
    process.chdir(copy);
    const step = vitest(
      "unit tests of another founder",
      ["unit", "replacing"],
      [ONE_WORKER, ...(given.length > 0 ? given : TESTS)],
    );
    return (await runStep(step, process.env)) ? 0 : 1;
  } finally {
    process.chdir(root);
    rmSync(copy, { recursive: true, force: true });
  }
}

process.exitCode = await main(process.argv.slice(2));
