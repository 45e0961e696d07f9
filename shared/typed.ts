// Pasted text differs from printed text: mails and word processors change hyphens and quotation marks and add invisible
// characters, and some keyboards type double-width letters and digits.

const narrow = (text: string): string =>
  text.replaceAll(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0));

/** Keeps only letters and digits, for keys and codes. */
export const lettersAndDigits = (typed: string): string => narrow(typed).replaceAll(/[^\p{L}\p{N}]/gu, "");

/** Normalizes a code in which hyphens count. */
export const hyphenated = (typed: string): string =>
  narrow(typed)
    .replaceAll(/[\p{Pd}\u2212]/gu, "-")
    .replaceAll(/[\p{Cf}\p{Pi}\p{Pf}\u201a\u201e"'`\u00b4]/gu, "")
    .trim();
