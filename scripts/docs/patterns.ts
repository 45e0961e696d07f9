import { onceEach } from "#shared/once.ts";

const LAST_CODE_POINT = 0x10ffff;

/**
 * A pattern whose Unicode properties (`\p{Cc}`) are written as ranges of characters: JSON Schema's patterns have no
 * flags, and most languages know no properties.
 */
export const withoutProperties = (pattern: string): string =>
  pattern.replaceAll(/\\p\{\w+\}/g, (property) => rangesOf(property).join(""));

/** Every character is looked at, and many patterns have the same few properties. */
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

/** Half a character, which no text in UTF-8 has, and which some languages refuse in a pattern. */
const isSurrogate = (point: number): boolean => point >= 0xd800 && point <= 0xdfff;

/** As an escape where four digits are enough, which every language reads; otherwise the character itself. */
const written = (point: number): string =>
  point > 0xffff ? String.fromCodePoint(point) : `\\u${point.toString(16).padStart(4, "0")}`;

const SHORT: Readonly<Record<string, string>> = { "\\w": "0-9A-Za-z_", "\\d": "0-9" };

/** A pattern with `\w` and `\d` written out: to readers other than JavaScript they are letters and digits of every script. */
export function withoutShorthands(pattern: string): string {
  let isInClass = false;
  return pattern.replaceAll(/\\.|[[\]]/gs, (sign) => {
    const written = SHORT[sign];
    if (written !== undefined) return isInClass ? written : `[${written}]`;
    if (sign === "[" || sign === "]") isInClass = sign === "[";
    return sign;
  });
}
