import * as z from "zod/mini";

/**
 * Characters without a width and marks that turn the direction of text: with them, one name passes for another.
 * The two joiners stay where letters or emoji need them, which Latin, Greek and Cyrillic ones never do.
 */
const DISGUISE =
  /(?![\u200c\u200d])\p{Cf}|(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}\p{Z}\p{P}\p{Cf}]|^)[\u200c\u200d]/gu;

export const withoutDisguise = (text: string): string => text.replaceAll(DISGUISE, "");

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
