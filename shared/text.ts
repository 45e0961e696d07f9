import * as z from "zod/mini";

/** One line of printable text: control characters are refused, markup is only ever shown as text. */
export const line = (name: string, most: number) =>
  z
    .string(`${name} is required`)
    .check(
      z.trim(),
      z.minLength(1, `${name} is required`),
      z.maxLength(most, `${name} is too long (at most ${most} characters)`),
      z.regex(/^[^\p{Cc}\p{Cs}\u2028\u2029]*$/u, `${name} must be one line of text`),
    );
