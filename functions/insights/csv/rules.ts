import { csvLine } from "#shared/csv.ts";

export function toCsv(
  columns: readonly string[],
  rows: readonly Record<string, unknown>[],
  header: boolean,
): string {
  const lines = rows.map((row) => csvLine(columns.map((column) => row[column])));
  return [...(header ? [csvLine(columns)] : []), ...lines].join("");
}
