import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { PARTS } from "../../infra/stacks.ts";
import { synthesize } from "../infra/synthesized.ts";

// These numbers may fall and not rise. Lower a bound when you have lowered its number.

const MAX_FEATURES_IN_A_CYCLE = 13;
const MAX_IMPORTS_OF_OTHER_TABLES = 240;
const MAX_IMPORTS_OF_FEATURES_BY_PLATFORM = 6;
/** CloudFormation refuses a stack above 500. */
const MAX_RESOURCES_OF_A_STACK = 273;
const MAX_STACKS = 12;
/**
 * The lines of 0.3.0, 4,000 for what is still to come in this version, 233 for nights that end at any size, work that does not grow with one customer, and
 * checkouts that wait half as long, 170 for what was found missing about money, and 831 for lost phones and accounts, operators' sessions and a
 * person's data. Scopes and limits of calls without a token took 37,
 * and the options of AWS clients as many: they took the place of 230 lines in scripts/bundle.
 * The operator's month takes 248, and the customer's unhappy states what follows.
 */
const MAX_LINES = 74_400 + 4_000 + 233 + 170 + 831 + 37 + 37 + 248 + 221;

type Import = { readonly from: string; readonly to: string };
const featureOf = (file: string): string => file.split("/")[1] ?? "";

/** Imports between two features of functions/, the platform included. */
function importsAcross(files: readonly string[], read: (file: string) => string): Import[] {
  return files
    .flatMap((from) =>
      [...read(from).matchAll(/\bfrom "(\.[^"]+)"/g)].map(([, to = ""]) => ({
        from,
        to: path.posix.join(path.posix.dirname(from), to),
      })),
    )
    .filter(({ from, to }) => to.startsWith("functions/") && featureOf(from) !== featureOf(to));
}

const ofTables = (imports: readonly Import[]): Import[] =>
  imports.filter(({ to }) => featureOf(to) !== "platform" && /\/tables?(\.ts$|\/)/.test(to));

const byPlatform = (imports: readonly Import[]): Import[] =>
  imports.filter(({ from }) => featureOf(from) === "platform");

/** The features that reach each other: the most in one cycle. */
function largestCycle(imports: readonly Import[]): string[] {
  const named = new Map<string, Set<string>>();
  for (const { from, to } of imports)
    named.set(featureOf(from), (named.get(featureOf(from)) ?? new Set()).add(featureOf(to)));
  const reached = (from: string): Set<string> => {
    const seen = new Set(named.get(from));
    // A set that grows while it is walked is walked to its end.
    for (const feature of seen) for (const next of named.get(feature) ?? []) seen.add(next);
    return seen;
  };
  const reach = new Map([...named.keys()].map((feature) => [feature, reached(feature)]));
  const cycles = [...reach].map(([feature, all]) =>
    [...all].filter((other) => reach.get(other)?.has(feature)),
  );
  return cycles.reduce((most, cycle) => (cycle.length > most.length ? cycle : most), []).sort();
}

const imports = importsAcross(
  globSync("functions/**/*.ts").map((file) => file.replaceAll("\\", "/")),
  (file) => readFileSync(file, "utf8"),
);

test("no more features are in one cycle", () => {
  expect(largestCycle(imports).length, largestCycle(imports).join()).toBeLessThanOrEqual(
    MAX_FEATURES_IN_A_CYCLE,
  );
});

test("no more files import another feature's tables", () => {
  expect(ofTables(imports).length).toBeLessThanOrEqual(MAX_IMPORTS_OF_OTHER_TABLES);
});

test("no more of the platform knows a feature", () => {
  expect(byPlatform(imports).length).toBeLessThanOrEqual(MAX_IMPORTS_OF_FEATURES_BY_PLATFORM);
});

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

test("what is counted is found", () => {
  const code: Readonly<Record<string, string>> = {
    "functions/a/one.ts": 'import { x } from "../b/tables/rows.ts";\nimport type { y } from "./two.ts";',
    "functions/b/two.ts": 'import {\n  z,\n} from "../c/rules.ts";',
    "functions/c/three.ts": 'import { r } from "../a/rules.ts";\nimport { e } from "../platform/env.ts";',
    "functions/platform/env.ts": 'import { t } from "../a/table.ts";',
  };
  const found = importsAcross(Object.keys(code), (file) => code[file] ?? "");
  expect(largestCycle(found)).toEqual(["a", "b", "c", "platform"]);
  expect(ofTables(found).map(({ from }) => from)).toEqual([
    "functions/a/one.ts",
    "functions/platform/env.ts",
  ]);
  expect(byPlatform(found).map(({ to }) => to)).toEqual(["functions/a/table.ts"]);
});
