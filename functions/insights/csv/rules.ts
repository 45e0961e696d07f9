/** What a spreadsheet would take for a formula, also behind spaces (OWASP, "CSV Injection"). */
const FORMULA = /^[\s]*[=+\-@\t\r]/;

function cell(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) || harmless !== text ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** RFC 4180, a line a row, each ended. */
export function toCsv(
  columns: readonly string[],
  rows: readonly Record<string, unknown>[],
  header: boolean,
): string {
  const lines = rows.map((row) => columns.map((column) => cell(row[column])).join(","));
  return [...(header ? [columns.join(",")] : []), ...lines].map((line) => `${line}\r\n`).join("");
}
