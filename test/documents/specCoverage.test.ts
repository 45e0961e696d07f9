import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { citedIn } from "./titles.ts";

const root = path.resolve(import.meta.dirname, "../..");
const [sections = "", differing = ""] = readFileSync(path.join(root, "docs/spec-coverage.md"), "utf8").split(
  "## Where the product differs",
);
const rowsOf = (part: string) =>
  part
    .split("\n")
    .filter((line) => line.startsWith("| ") && !/^\| (Section|Statement|---) /.test(line))
    .map((line) => line.replace(/^\| | \|$/g, "").split(" | "));

test("every section of the specification cites existing test files", () => {
  const rows = rowsOf(sections);
  expect(rows.length).toBeGreaterThan(20);
  for (const [section, held = ""] of rows) {
    const files = citedIn(held).map(({ file }) => file);
    expect(files, section).not.toEqual([]);
    expect(
      files.filter((file) => !existsSync(path.join(root, file))),
      section,
    ).toEqual([]);
  }
});

test("for each statement that the product does not follow, the page says what the product does", () => {
  const rows = rowsOf(differing);
  expect(rows.length).toBeGreaterThan(20);
  for (const [statement, here = ""] of rows) expect(here.length, statement).toBeGreaterThan(7);
});
