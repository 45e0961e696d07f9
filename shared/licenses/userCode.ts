import { lettersAndDigits } from "../typed.ts";

/** No vowels, so that no word appears, and no letters that look alike (RFC 8628, section 6.1). */
export const USER_CODE_LETTERS = "BCDFGHJKLMNPQRSTVWXZ";
const USER_CODE_LENGTH = 8;

/** @param random 8 numbers from 0 to 19 */
export function formatUserCode(random: readonly number[]): string {
  const letters = random.slice(0, USER_CODE_LENGTH).map((index) => USER_CODE_LETTERS.charAt(index));
  return `${letters.slice(0, 4).join("")}-${letters.slice(4).join("")}`;
}

/** Accepts any way of typing; undefined if it cannot be a code. */
export function parseUserCode(typed: string): string | undefined {
  const letters = lettersAndDigits(typed).toUpperCase();
  const isCode =
    letters.length === USER_CODE_LENGTH && [...letters].every((letter) => USER_CODE_LETTERS.includes(letter));
  return isCode ? `${letters.slice(0, 4)}-${letters.slice(4)}` : undefined;
}
