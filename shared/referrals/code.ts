import * as z from "zod/mini";
import { BRAND } from "../brand.ts";
import { hyphenated } from "../typed.ts";
import { foldCode, LONGEST_CODE, SHORTEST_CODE } from "./foldCode.ts";

/** Reserved names, compared by `foldCode`. */
const RESERVED = [
  "admin",
  "affiliate",
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

const RESERVED_FOLDED: ReadonlySet<string | undefined> = new Set(RESERVED.map(foldCode));

/** Whether a code is a reserved name, or contains the product's name. */
export function isReserved(code: string): boolean {
  const folded = foldCode(code);
  return RESERVED_FOLDED.has(folded) || folded?.includes(foldCode(BRAND.slug) ?? "") === true;
}

/** Characters that are hard to confuse, for generated codes. */
const CLEAR = "ACDEFGHJKMNPQRTUVWXY34679";
const GIVEN_LENGTH = 8;

/** @param random at least 8 random bytes; the slight bias does not matter for a public name */
export function giveCode(random: Uint8Array): string {
  return [...random.slice(0, GIVEN_LENGTH)].map((byte) => CLEAR[byte % CLEAR.length]).join("");
}

export const OwnCode = z.string("Code is required").check(
  z.overwrite(hyphenated),
  z.minLength(SHORTEST_CODE, `A code has ${SHORTEST_CODE} to ${LONGEST_CODE} characters`),
  z.maxLength(LONGEST_CODE, `A code has ${SHORTEST_CODE} to ${LONGEST_CODE} characters`),
  z.regex(
    /^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$/,
    "A code may contain letters A to Z and digits, with single hyphens between them",
  ),
  z.toUpperCase(),
  z.refine((code) => !isReserved(code), "This code is reserved. Please choose another one"),
);
