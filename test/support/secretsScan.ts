import { globSync, readFileSync } from "node:fs";
import path from "node:path";

const ROOT = path.resolve(import.meta.dirname, "../..");

export type Pattern = readonly [what: string, pattern: RegExp];

/** What keys and tokens look like; those that tests invent have another shape or say so. */
export const SECRETS: readonly Pattern[] = [
  ["a key of Stripe's", /\b(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,}/],
  ["a webhook's signing secret", /\bwhsec_[A-Za-z0-9+/=]{16,}/],
  ["a key of AWS's", /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/],
  ["a private key", /-----BEGIN [A-Z ]*PRIVATE KEY-----\s+[A-Za-z0-9+/]{20}/],
  ["a private JWK", /"d"\s*:\s*"[A-Za-z0-9_-]{43}"/],
  ["a token", /\beyJ[A-Za-z0-9_-]{20,}\.eyJ[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{20,}/],
];

/** What a log may not say of a person besides: examples in the docs may. */
export const PERSONAL: readonly Pattern[] = [
  ["a license key", /\b[0-9A-HJKMNP-TV-Z]{5}(?:-[0-9A-HJKMNP-TV-Z]{5}){4}\b/],
  ["a whole mail address", /[\w+-]{2,}@[\w-]+(?:\.[\w-]+)+/],
  ["a card's number", /\b4[0-9]{15}\b/],
];

/** Whole paths of the project's files. */
export function filesOf(pattern: string): string[] {
  return globSync(pattern, { cwd: ROOT }).map((file) => path.join(ROOT, file));
}

/** @returns what was found where, never the thing itself */
export function secretsIn(files: readonly string[], patterns: readonly Pattern[] = SECRETS): string[] {
  return files.flatMap((file) => {
    const text = readFileSync(file, "utf8");
    return patterns
      .filter(([, pattern]) => pattern.test(text))
      .map(([what]) => `${what} in ${path.relative(ROOT, file)}`);
  });
}
