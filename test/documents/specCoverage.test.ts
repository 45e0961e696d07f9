import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { citedIn, wrongCitations } from "./titles.ts";

const root = path.resolve(import.meta.dirname, "../..");
const rows = readFileSync(path.join(root, "docs/spec-coverage.md"), "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| ") && !/^\| (Statement|---) /.test(line))
  .map((line) => line.split(" | ").map((cell) => cell.replace(/^\| | \|$/g, "").trim()));

/** Each test that a row cites: its file and its title. */
const cited = rows.flatMap(([statement, , held = ""]) => citedIn(held).map((one) => ({ statement, ...one })));

test("every statement has a place and a test or a reason", () => {
  expect(rows.length).toBeGreaterThan(100);
  for (const row of rows) {
    expect(row, row[0]).toHaveLength(3);
    const [statement, place, held] = row;
    expect(statement && place && held, statement).toBeTruthy();
    expect(/`(?:packages\/[\w-]+\/)?test\/|reason:/.test(held ?? ""), statement).toBe(true);
  }
});

test("every file that is named is there", () => {
  const named = rows.flatMap(([, place = "", held = ""]) =>
    [...`${place} ${held}`.matchAll(/`([a-z]+\/[\w/.-]+\.(?:tsx?|js))`/g)].map(([, file]) => file ?? ""),
  );
  expect(named.length).toBeGreaterThan(200);
  expect(named.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});

test("every test that is cited is cited by its title, and its file has a test of that title", () => {
  expect(cited.length).toBeGreaterThan(300);
  expect(wrongCitations(cited)).toEqual([]);
});

test("a row that differs says why", () => {
  const differing = rows.filter(([, , held = ""]) => held.includes("**differs**"));
  expect(differing.length).toBeGreaterThan(20);
  for (const [statement, , held] of differing)
    expect(held, statement).toMatch(/\*\*differs\*\*: (?!`test\/).{8,}/);
});
