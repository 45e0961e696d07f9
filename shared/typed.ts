// What people paste is not what was printed: mails and word processors change hyphens and quotation marks, and put
// invisible characters beside them. Some keyboards type letters and digits of double width.

const narrow = (text: string): string =>
  text.replaceAll(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0));

/** The letters and digits of a key or a code to which nothing else belongs. */
export const lettersAndDigits = (typed: string): string => narrow(typed).replaceAll(/[^\p{L}\p{N}]/gu, "");

/** A code in which hyphens count. */
export const hyphenated = (typed: string): string =>
  narrow(typed)
    .replaceAll(/[\p{Pd}\u2212]/gu, "-")
    .replaceAll(/[\p{Cf}\p{Pi}\p{Pf}\u201a\u201e"'`\u00b4]/gu, "")
    .trim();
