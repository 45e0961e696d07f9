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
