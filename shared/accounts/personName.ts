import * as z from "zod/mini";

const MAX_NAME_LENGTH = 100;

/** One line. Refuses control, bidirectional and zero-width characters, which could disguise a name. Empty: no name. */
export const PersonName = z
  .string("Name is required")
  .check(
    z.trim(),
    z.maxLength(MAX_NAME_LENGTH, `Name is too long (at most ${MAX_NAME_LENGTH} characters)`),
    z.regex(
      /^[^\p{Cc}\p{Cf}\p{Cs}\p{Noncharacter_Code_Point}\u2028\u2029]*$/u,
      "Name must be one line of text",
    ),
  );

const MAX_SHOWN = 50;
/** Letters of any script, and the signs that names of people and companies contain. */
const SHOWN = /^[\p{L}\p{M}\p{N} .,'\u2019&()-]+$/u;
const SITE = /\p{L}\.\p{L}{2}|www/iu;
const MAX_DIGITS = 4;

/** The name if a mail from us may show it to strangers; null if it could be an address, a number or a message. */
export function nameForStrangers(name: string | null): string | null {
  if (name === null || name.length > MAX_SHOWN || !SHOWN.test(name) || !/\p{L}/u.test(name)) return null;
  return SITE.test(name) || name.replaceAll(/\P{N}/gu, "").length > MAX_DIGITS ? null : name;
}
