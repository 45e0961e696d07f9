/** Text that a spreadsheet reads as a formula, even after spaces or in double width (OWASP, "CSV Injection"). */
const FORMULA = /^\s*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;

/** An amount, which is text because a number would lose its final zeros. Its minus sign starts no formula. */
const AMOUNT = /^-?\d+\.\d\d$/;

/** One cell. Quotes every separator: spreadsheets in German or French separate by `;`. */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const harmless = FORMULA.test(text) && !AMOUNT.test(text) ? `'${text}` : text;
  return /[",;\t\r\n]/.test(harmless) || harmless !== text ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** A line with its end (RFC 4180). */
export const csvLine = (cells: readonly unknown[]): string => `${cells.map(csvCell).join(",")}\r\n`;
