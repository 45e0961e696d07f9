import * as z from "zod/mini";

/**
 * Characters without a width and marks that turn the direction of text: with them, one name passes for another.
 * The two joiners stay where letters or emoji need them, which Latin, Greek and Cyrillic ones never do.
 */
const DISGUISE =
  /(?![\u200c\u200d])\p{Cf}|(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}\p{Z}\p{P}\p{Cf}]|^)[\u200c\u200d]/gu;

export const withoutDisguise = (text: string): string => text.replaceAll(DISGUISE, "");

/**
 * What XML forbids, lone surrogates among it, which UTF-8 has no bytes for. No stored text has such a character: feeds and
 * spreadsheets show stored texts.
 */
const FORBIDDEN = /[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

export const withoutForbidden = (text: string): string => text.replaceAll(FORBIDDEN, "");

/** @returns the first text in this input that has a character that XML forbids, as an issue */
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

/** Text without control characters or breaks, and of characters that XML has: the status feed shows it. */
export const ONE_LINE = /^[^\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u2028\u2029]*$/u;

/**
 * One line of printable text: control characters are refused, those that disguise it are dropped, and markup is only
 * ever shown as text.
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

/** At least one character, and `most` at most. @param message what to say without any */
export const requiredText = (message: string, most = 2048) =>
  z.string(message).check(z.minLength(1, message), z.maxLength(most));
