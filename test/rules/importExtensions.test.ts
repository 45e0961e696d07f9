import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

// Node runs these files as they are, and finds a module only by its whole name. Biome has a rule for this, but it makes
// Biome read all packages: seconds for each check.

/** Relative imports and exports without a file extension. */
function unextended(source: string): string[] {
  const specifiers = source.matchAll(
    /^\s*(?:import|export)\b[^"';]*?\bfrom "([^"]+)"|\bimport\("([^"]+)"\)/gm,
  );
  return [...specifiers]
    .map(([, from = "", dynamic = ""]) => from || dynamic)
    .filter((name) => /^\.{1,2}\//.test(name) && !/\.\w+(\?\w+)?$/.test(name));
}

test("every relative import names its file's extension", () => {
  const files = globSync("{shared,functions,infra,web,local,scripts,packages,test}/**/*.{ts,tsx,mjs}", {
    exclude: (name) => name === "node_modules" || name === "dist" || name === "examples",
  });
  expect(files.length).toBeGreaterThan(500);
  const found = files.flatMap((file) =>
    unextended(readFileSync(file, "utf8")).map((name) => `${file}: ${name}`),
  );
  expect(found).toEqual([]);
});

// The import rules leave tests out.
test("no test of the shop reaches behind the entry of the Stripe sandbox", () => {
  const files = globSync("test/**/*.ts", { exclude: ["test/rules/imports.test.ts"] });
  const deep = files.filter((file) =>
    /(?:from|import)[ (]"[^"]*(?:packages|@articlip)\/stripe-sandbox\//.test(readFileSync(file, "utf8")),
  );
  expect(deep).toEqual([]);
});

test.each([
  ['import { a } from "./a";', ["./a"]],
  ['import {\n  a,\n} from "../b/a";', ["../b/a"]],
  ['export * from "./a";', ["./a"]],
  [`await import(${'"./a"'});`, ["./a"]],
  ['import { a } from "./a.ts";\nimport b from "b";\nimport c from "#shared/c.ts";', []],
])("%j has %j", (source, names) => {
  expect(unextended(source)).toEqual(names);
});
