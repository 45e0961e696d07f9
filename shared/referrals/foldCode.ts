import { hyphenated } from "../typed.ts";

export const SHORTEST_CODE = 4;
export const LONGEST_CODE = 20;

/**
 * One form for all codes that look alike: ignores case and hyphens, and treats O and 0, I, L and 1, S and 5, B and 8, Z
 * and 2 as equal. Codes are unique in this form, so nobody can own a code that reads like another affiliate's.
 * @returns undefined for a code that is too short or too long, or that has letters of other alphabets, which can look
 * like these
 */
export function foldCode(typed: string): string | undefined {
  const code = hyphenated(typed);
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
