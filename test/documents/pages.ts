import { readFileSync } from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../..");

/** The code of a page: lines of fenced and indented blocks, and text between backticks. */
export function codeOf(page: string): string[] {
  const text = readFileSync(path.join(root, page), "utf8");
  const fenced = [...text.matchAll(/```\w*\n([\s\S]*?)```/g)].flatMap(([, block = ""]) => block.split("\n"));
  const prose = text.replaceAll(/```[\s\S]*?```/g, "");
  const indented = [...prose.matchAll(/^ {4,}(\S.*)$/gm)].map(([, line = ""]) => line);
  const inline = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, code = ""]) => code);
  return [...fenced, ...indented, ...inline].map((line) => line.trim());
}
