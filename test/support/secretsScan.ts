import { globSync, readFileSync } from "node:fs";
import path from "node:path";

const ROOT = path.resolve(import.meta.dirname, "../..");

export type Pattern = readonly [what: string, pattern: RegExp];

/** The patterns of keys and tokens. Invented keys in tests have another shape, or say that they are invented. */
export const SECRETS: readonly Pattern[] = [
  ["a Stripe key", /\b(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,}/],
  ["a webhook's signing secret", /\bwhsec_[A-Za-z0-9+/=]{16,}/],
  ["an AWS key", /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/],
  ["a private key", /-----BEGIN [A-Z ]*PRIVATE KEY-----\s+[A-Za-z0-9+/]{20}/],
  ["a private JWK", /"d"\s*:\s*"[A-Za-z0-9_-]{43}"/],
  ["a token", /\beyJ[A-Za-z0-9_-]{20,}\.eyJ[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{20,}/],
];

/** Personal data that a log must not contain either. Examples in the docs may contain it. */
export const PERSONAL: readonly Pattern[] = [
  ["a license key", /\b[0-9A-HJKMNP-TV-Z]{5}(?:-[0-9A-HJKMNP-TV-Z]{5}){4}\b/],
  ["a whole mail address", /[\w+-]{2,}@[\w-]+(?:\.[\w-]+)+/],
  ["a card's number", /\b4[0-9]{15}\b/],
];

/** The absolute paths of the project's files that match a pattern. */
export function filesOf(pattern: string): string[] {
  return globSync(pattern, { cwd: ROOT }).map((file) => path.join(ROOT, file));
}

/** @returns which kind of secret was found in which file, never the secret */
export function secretsIn(files: readonly string[], patterns: readonly Pattern[] = SECRETS): string[] {
  return files.flatMap((file) => {
    const text = readFileSync(file, "utf8");
    return patterns
      .filter(([, pattern]) => pattern.test(text))
      .map(([what]) => `${what} in ${path.relative(ROOT, file)}`);
  });
}
