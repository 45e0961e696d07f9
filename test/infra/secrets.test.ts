import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { filesOf, PERSONAL, SECRETS, secretsIn } from "../support/secretsScan.ts";

const root = path.resolve(import.meta.dirname, "../..");

// test/permissions searches the builds and the logs of a run.
it("the sources contain no secret", () => {
  const files = filesOf("{shared,functions,infra,web,scripts,docs}/**/*.{ts,tsx,md,json}");
  expect(files.length).toBeGreaterThan(0);
  expect(secretsIn(files)).toEqual([]);
});

it("the repository ignores the folders that can hold secrets, and has no .env file", () => {
  const ignored = readFileSync(path.join(root, ".gitignore"), "utf8");
  for (const folder of ["dist", "cdk.out", ".local"]) expect(ignored).toContain(folder);
  expect(existsSync(path.join(root, ".env"))).toBe(false);
});

// Each text is in two parts, so that a search for secrets does not report this file.
it.each([
  ["sk", `_live_${"a1B2".repeat(5)}`],
  ["whsec", `_${"a1B2".repeat(6)}`],
  ["AKIA", "ABCDEFGHIJ123456"],
  ["-----BEGIN PRIVATE", ` KEY-----\n${"a1B2".repeat(8)}`],
  [`{"d":`, `"${"x".repeat(43)}"}`],
  ["ey", `J${"a".repeat(30)}.eyJ${"b".repeat(30)}.${"c".repeat(43)}`],
  ["7K3MQ-9X2VD", "-4H8TN-R6WBC-PJ5ZE"],
  ["someone", "@example.com"],
  ["42424242", "42424242"],
])("the search for secrets notices %s… in a file", (start, rest) => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), "planted-")), "index.mjs.map");
  writeFileSync(file, `{"sourcesContent":["const value = '${start}${rest}';"]}`);
  expect(secretsIn([file], [...SECRETS, ...PERSONAL])).toHaveLength(1);
});
