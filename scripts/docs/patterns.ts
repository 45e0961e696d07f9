import { onceEach } from "#shared/once.ts";

const LAST_CODE_POINT = 0x10ffff;

/**
 * Replaces Unicode properties (`\p{Cc}`) in a pattern with ranges: JSON Schema's patterns have no flags, and most
 * languages lack these properties.
 */
export const withoutProperties = (pattern: string): string =>
  pattern.replaceAll(/\\p\{\w+\}/g, (property) => rangesOf(property).join(""));

/** Cached, because it tests every character and many patterns share the same properties. */
const rangesOf = onceEach((name: string): readonly string[] => {
  const property = new RegExp(name, "u");
  const ranges: string[] = [];
  let first: number | undefined;
  for (let point = 0; point <= LAST_CODE_POINT + 1; point += 1) {
    const is = point <= LAST_CODE_POINT && !isSurrogate(point) && property.test(String.fromCodePoint(point));
    if (is) first ??= point;
    else if (first !== undefined) {
      ranges.push(first === point - 1 ? written(first) : `${written(first)}-${written(point - 1)}`);
      first = undefined;
    }
  }
  return ranges;
});

/** Surrogates do not exist in UTF-8, and some languages refuse them in a pattern. */
const isSurrogate = (point: number): boolean => point >= 0xd800 && point <= 0xdfff;

/** An escape if four digits are enough, since every language reads it; otherwise the character. */
const written = (point: number): string =>
  point > 0xffff ? String.fromCodePoint(point) : `\\u${point.toString(16).padStart(4, "0")}`;

const SHORT: Readonly<Record<string, string>> = { "\\w": "0-9A-Za-z_", "\\d": "0-9" };

/** Writes out `\w` and `\d`: outside JavaScript they match letters and digits of every script. */
export function withoutShorthands(pattern: string): string {
  let isInClass = false;
  return pattern.replaceAll(/\\.|[[\]]/gs, (sign) => {
    const written = SHORT[sign];
    if (written !== undefined) return isInClass ? written : `[${written}]`;
    if (sign === "[" || sign === "]") isInClass = sign === "[";
    return sign;
  });
}
