import * as z from "zod/mini";

const MAX_NAME_LENGTH = 100;

/** One line without control, bidirectional or zero-width characters, which could disguise it. Empty: no name. */
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
/** Letters of any script and what stands between them in names of people and companies. */
const SHOWN = /^[\p{L}\p{M}\p{N} .,'\u2019&()-]+$/u;
const SITE = /\p{L}\.\p{L}{2}|www/iu;
const MAX_DIGITS = 4;

/** The name as a stranger may read it in a mail from us; null where it could be an address, a number or a message. */
export function nameForStrangers(name: string | null): string | null {
  if (name === null || name.length > MAX_SHOWN || !SHOWN.test(name) || !/\p{L}/u.test(name)) return null;
  return SITE.test(name) || name.replaceAll(/\P{N}/gu, "").length > MAX_DIGITS ? null : name;
}
