import * as z from "zod/mini";

/**
 * Zero-width characters and direction marks, which can make one name look like another. The two joiners stay where
 * letters or emoji need them; Latin, Greek and Cyrillic never do.
 */
const DISGUISE =
  /(?![\u200c\u200d])\p{Cf}|(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}\p{Z}\p{P}\p{Cf}]|^)[\u200c\u200d]/gu;

export const withoutDisguise = (text: string): string => text.replaceAll(DISGUISE, "");

/**
 * Characters that XML forbids, including lone surrogates. Stored texts must not contain them, because they appear in
 * feeds and spreadsheets.
 */
const FORBIDDEN = /[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

export const withoutForbidden = (text: string): string => text.replaceAll(FORBIDDEN, "");

/** @returns an issue for the first text in the input with such a character */
export function forbiddenIn(
  value: unknown,
  path: readonly string[] = [],
): { path: readonly string[]; message: string } | undefined {
  if (typeof value === "string")
    return withoutForbidden(value) === value
      ? undefined
      : { path, message: "This text has a character that cannot be stored." };
  return Object.entries(value ?? {})
    .map(([key, part]) => forbiddenIn(part, [...path, key]))
    .find(Boolean);
}

/** Text without control characters, line breaks or characters that XML forbids. */
export const ONE_LINE = /^[^\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u2028\u2029]*$/u;

/**
 * One line of printable text. Drops zero-width characters and direction marks, and refuses control characters. Pages
 * show it as text, never as markup.
 */
export const line = (name: string, most: number) =>
  z
    .string(`${name} is required`)
    .check(
      z.overwrite(withoutDisguise),
      z.trim(),
      z.minLength(1, `${name} is required`),
      z.maxLength(most, `${name} is too long (at most ${most} characters)`),
      z.regex(ONE_LINE, `${name} must be one line of text`),
    );

/** Text of 1 to `most` characters; `message` is the error for an empty text. */
export const requiredText = (message: string, most = 2048) =>
  z.string(message).check(z.minLength(1, message), z.maxLength(most));
