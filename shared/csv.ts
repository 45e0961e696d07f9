/** What a spreadsheet would take for a formula, also behind spaces and in double width (OWASP, "CSV Injection"). */
const FORMULA = /^\s*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;

/** An amount with its cents, which a number would lose. */
const AMOUNT = /^-?\d+\.\d\d$/;

/**
 * One cell. It is quoted where it holds what separates cells: a spreadsheet in German or French separates by `;`, and
 * would begin a cell of its own behind one.
 */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const harmless = FORMULA.test(text) && !AMOUNT.test(text) ? `'${text}` : text;
  return /[",;\t\r\n]/.test(harmless) || harmless !== text ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** RFC 4180: a line, ended. */
export const csvLine = (cells: readonly unknown[]): string => `${cells.map(csvCell).join(",")}\r\n`;
