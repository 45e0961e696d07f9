import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");
const page = readFileSync(path.join(root, "docs/license-attacks.md"), "utf8");
const rows = page.split("\n").filter((line) => /^\| (?!Attack|Accident|---)/.test(line));

test("every attack on the license client and every accident has a test of that title", () => {
  expect(rows.length).toBeGreaterThan(25);
  const wrong = rows.flatMap((row) => {
    const cited = [...row.matchAll(/`(test\/[\w/.-]+)` ("[^"]+"(?:, "[^"]+")*)/g)].flatMap(
      ([, file = "", titles = ""]) => [...titles.matchAll(/"[^"]+"/g)].map(([title]) => ({ file, title })),
    );
    const missing = cited.filter(
      ({ file, title }) => !readFileSync(path.join(root, file), "utf8").includes(title),
    );
    return cited.length === 0 ? [row] : missing.map(({ file, title }) => `${file} ${title}`);
  });
  expect(wrong).toEqual([]);
});
