import { globSync, readFileSync } from "node:fs";
import path from "node:path";

const SHARED = path.resolve(import.meta.dirname, "../../shared");
const CONTRACT = /(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*)?export const (\w+) = endpoint\(/g;

/** The comment above each contract by name. Readers of the code and of the API document get the same text. */
export function contractComments(): Map<string, string> {
  const comments = new Map<string, string>();
  for (const file of globSync("*/*.ts", { cwd: SHARED })) {
    for (const [, comment, name] of readFileSync(path.join(SHARED, file), "utf8").matchAll(CONTRACT)) {
      if (comment !== undefined) comments.set(name ?? "", plain(comment));
    }
  }
  return comments;
}

/** Removes the comment's stars and line breaks; an empty line begins a paragraph. */
function plain(comment: string): string {
  return comment
    .split("\n")
    .map((line) => line.replace(/^\s*\*? ?/, "").trim())
    .join("\n")
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.replaceAll("\n", " "))
    .join("\n\n");
}

/** `createFreeKey` → `Create free key` */
export function inWords(name: string): string {
  const words = name.replaceAll(
    /([a-z])([A-Z])/g,
    (_, before: string, first: string) => `${before} ${first.toLowerCase()}`,
  );
  return words.charAt(0).toUpperCase() + words.slice(1);
}
