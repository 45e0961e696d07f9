import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../../local/options.ts";

const FILE = path.join(ROOT, "bench/results.md");

const line = (cells: readonly (string | number)[]): string => `| ${cells.join(" | ")} |`;
export const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");

const BEFORE_A_TITLE = /^(?=## )/m;
const titleOf = (part: string): string => part.split("\n", 1)[0] ?? "";

/** Replaces the sections with these titles in bench/results.md, adds new ones, and keeps the rest. */
export function putParts(measured: string): void {
  const parts = measured.split(BEFORE_A_TITLE);
  const known = existsSync(FILE) ? readFileSync(FILE, "utf8").split(BEFORE_A_TITLE) : ["# Measured"];
  const replaced = known.map((part) => parts.find((one) => titleOf(one) === titleOf(part)) ?? part);
  const titles = new Set(known.map(titleOf));
  const added = parts.filter((part) => !titles.has(titleOf(part)));
  mkdirSync(path.dirname(FILE), { recursive: true });
  writeFileSync(FILE, `${[...replaced, ...added].map((part) => part.trim()).join("\n\n")}\n`);
}
