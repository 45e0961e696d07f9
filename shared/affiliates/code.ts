import * as z from "zod/mini";

export const SHORTEST_CODE = 4;
export const LONGEST_CODE = 20;

/** Reserved names. Compared folded. */
const RESERVED = [
  "admin",
  "affiliate",
  "articlip",
  "billing",
  "checkout",
  "discount",
  "free",
  "help",
  "lifetime",
  "login",
  "official",
  "operator",
  "partner",
  "payout",
  "root",
  "stripe",
  "support",
  "system",
  "team",
];

/**
 * One spelling of a code for all that look alike: case, hyphens, O and 0, I, L and 1, S and 5, B and 8, Z and 2
 * are each one. A code is unique in this form, so no one can own a code that reads like another affiliate's.
 * @returns undefined for what is no code: other alphabets have letters that look like these
 */
export function foldCode(typed: string): string | undefined {
  const code = typed.trim();
  if (!/^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$/.test(code)) return undefined;
  if (code.length < SHORTEST_CODE || code.length > LONGEST_CODE) return undefined;
  return code
    .toUpperCase()
    .replaceAll("-", "")
    .replaceAll("O", "0")
    .replaceAll(/[IL]/g, "1")
    .replaceAll("S", "5")
    .replaceAll("B", "8")
    .replaceAll("Z", "2");
}

const RESERVED_FOLDED: ReadonlySet<string | undefined> = new Set(RESERVED.map(foldCode));

/** Whether a code is one of the product's own words, or contains its name. */
export function isReserved(code: string): boolean {
  const folded = foldCode(code);
  return RESERVED_FOLDED.has(folded) || folded?.includes(foldCode("articlip") ?? "") === true;
}

/** Letters and digits that are hard to confuse, for generated codes. */
const CLEAR = "ACDEFGHJKMNPQRTUVWXY34679";
const GIVEN_LENGTH = 8;

/** @param random at least 8 random bytes; the slight lean to some letters does not matter for a public name */
export function giveCode(random: Uint8Array): string {
  return [...random.slice(0, GIVEN_LENGTH)].map((byte) => CLEAR[byte % CLEAR.length]).join("");
}

/** A code that an affiliate chooses. */
export const OwnCode = z.string("Code is required").check(
  z.trim(),
  z.minLength(SHORTEST_CODE, `A code has ${SHORTEST_CODE} to ${LONGEST_CODE} characters`),
  z.maxLength(LONGEST_CODE, `A code has ${SHORTEST_CODE} to ${LONGEST_CODE} characters`),
  z.regex(
    /^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$/,
    "A code may contain letters A to Z and digits, with single hyphens between them",
  ),
  z.toUpperCase(),
  z.refine((code) => !isReserved(code), "This code is reserved. Please choose another one"),
);
