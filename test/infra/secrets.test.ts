import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");

/** What keys and tokens look like; those that tests make up have a shape of their own or say so. */
const SECRETS: readonly (readonly [what: string, pattern: RegExp])[] = [
  ["a key of Stripe's", /\b(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,}/],
  ["a webhook's signing secret", /\bwhsec_[A-Za-z0-9+/=]{16,}/],
  ["a key of AWS's", /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/],
  ["a private key", /-----BEGIN [A-Z ]*PRIVATE KEY-----\s+[A-Za-z0-9+/]{20}/],
  ["a private JWK", /"d"\s*:\s*"[A-Za-z0-9_-]{43}"/],
  ["a token", /\beyJ[A-Za-z0-9_-]{20,}\.eyJ[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{20,}/],
];

function found(files: readonly string[]): string[] {
  return files.flatMap((file) => {
    const text = readFileSync(file, "utf8");
    return SECRETS.filter(([, pattern]) => pattern.test(text)).map(
      ([what]) => `${what} in ${path.relative(root, file)}`,
    );
  });
}

const filesIn = (pattern: string) => globSync(pattern, { cwd: root }).map((file) => path.join(root, file));

it("has no secret in what is built: bundles, their source maps, the site", () => {
  expect(found(filesIn("dist/**/*.{mjs,js,map,html,json,css}"))).toEqual([]);
});

it("has no secret in the template", () => {
  expect(found(filesIn("{cdk.out,.local/cdk.out}/*.json"))).toEqual([]);
});

it("has no secret in the functions' logs of a test run", () => {
  expect(found(filesIn(".local/test*/logs/**/*.log"))).toEqual([]);
});

it("has no secret in the sources, and keeps files that hold some out of the repository", () => {
  expect(found(filesIn("{shared,functions,infra,web,scripts,docs}/**/*.{ts,tsx,md,json}"))).toEqual([]);
  const ignored = readFileSync(path.join(root, ".gitignore"), "utf8");
  for (const folder of ["dist", "cdk.out", ".local"]) expect(ignored).toContain(folder);
  expect(existsSync(path.join(root, ".env"))).toBe(false);
});

it.each([
  ["sk", `_live_${"a1B2".repeat(5)}`],
  ["whsec", `_${"a1B2".repeat(6)}`],
  ["AKIA", "ABCDEFGHIJ123456"],
  [`{"d":`, `"${"x".repeat(43)}"}`],
  ["ey", `J${"a".repeat(30)}.eyJ${"b".repeat(30)}.${"c".repeat(43)}`],
])("would notice %s…", (start, rest) => {
  expect(SECRETS.some(([, pattern]) => pattern.test(start + rest))).toBe(true);
});
