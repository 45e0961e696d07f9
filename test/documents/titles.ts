import { readFileSync } from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../..");

/** A page's citation of a test: its file in backticks, then its title in quotes. */
const CITED = /`((?:packages\/[\w-]+\/)?test\/[\w/.-]+\.tsx?)`(?: "([^"]+)")?/g;
export type Cited = { file: string; title: string | undefined };

export const citedIn = (text: string): Cited[] =>
  [...text.matchAll(CITED)].map(([, file = "", title]) => ({ file, title }));

/** A story of `test/simulation/stories`, which a test runs by its name. */
const STORY = /^ {2}"((?:\\.|[^"\\])*)":\s+async \(/gm;

/** The titles of a file's tests as in its source, with the `%s` of `test.each`. */
export function titlesIn(file: string): ReadonlySet<string> {
  const source = readFileSync(path.join(root, file), "utf8");
  const titles = new Set<string>();
  if (file.startsWith("test/simulation/stories/"))
    for (const { 1: title = "" } of source.matchAll(STORY)) titles.add(title);
  for (const { 1: quote, 2: title = "", index } of source.matchAll(/\(\s*(["'`])((?:\\.|(?!\1).)*)\1\s*,/g)) {
    const before = source.slice(0, index);
    const isDirect = /\b(?:test|it)$/.test(before);
    // The title of a `test.each` or `describe.each` belongs to the last call at the beginning of a line.
    const call = [...before.concat("(").matchAll(/^\s*(test|it|describe)\b/gm)].at(-1)?.[1];
    const isOfTable = /[)>]$/.test(before) && call !== "describe";
    if (quote && (isDirect || isOfTable)) titles.add(title);
  }
  return titles;
}

/** The citations without a title, and those whose file has no test of the title. */
export function wrongCitations<T extends Cited>(cited: readonly T[]): T[] {
  const files = new Map([...new Set(cited.map(({ file }) => file))].map((file) => [file, titlesIn(file)]));
  return cited.filter(({ file, title }) => title === undefined || !files.get(file)?.has(title));
}
