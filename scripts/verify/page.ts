import type { Line } from "./check.ts";

const WIDTHS = { outcome: 8, name: 46, seconds: 6 };

/** `ok        a customer signs up        1.2 s  …`, always one line. */
export function lineOf({ name, outcome, seconds, reason }: Line): string {
  const time = `${seconds.toFixed(1)} s`.padStart(WIDTHS.seconds + 2);
  const text = reason.replaceAll(/\s+/g, " ").trim();
  return `  ${outcome.padEnd(WIDTHS.outcome)}  ${name.padEnd(WIDTHS.name)} ${time}  ${text}`.trimEnd();
}

/** `12 ok, 1 FAILED in 41.0 s` */
export function summaryOf(lines: readonly Line[]): string {
  const counts = Map.groupBy(lines, ({ outcome }) => outcome);
  const seconds = lines.reduce((sum, line) => sum + line.seconds, 0);
  const parts = [...counts].map(([outcome, some]) => `${some.length} ${outcome}`);
  return `${parts.join(", ")} in ${seconds.toFixed(1)} s`;
}

/** Missing material does not fail a run, because the shop works without it. */
export function missingLines(missing: readonly string[]): string {
  if (missing.length === 0) return "";
  return [
    "Missing before the shop opens (docs/make-it-yours.md):",
    ...missing.map((each) => `  - ${each}`),
  ].join("\n");
}
