import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { heldBy, unusedIn } from "./held.ts";
import { PROMISES } from "./promises.ts";
import { wrongCitations } from "./titles.ts";

const root = path.resolve(import.meta.dirname, "../..");
const cells = readFileSync(path.join(root, "docs/promises.md"), "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| ") && !/^\| (Promise|---) /.test(line))
  .map((line) => line.replace(/^\| | \|$/g, "").split(" | "));
const rows = cells.map(([promise = "", kept = "", held = ""]) => ({
  promise,
  kept,
  held: heldBy(promise, held, PROMISES),
}));

test("each of about forty promises names an existing file that keeps it", () => {
  expect(rows.length).toBeGreaterThanOrEqual(35);
  expect(rows.length).toBeLessThanOrEqual(60);
  for (const { promise, kept } of rows)
    expect(existsSync(path.join(root, kept.replaceAll("`", ""))), promise).toBe(true);
});

test("each promise cites an existing test", () => {
  for (const { promise, held } of rows) expect(held, promise).not.toEqual([]);
  expect(wrongCitations(rows.flatMap(({ held }) => held))).toEqual([]);
  expect(unusedIn(PROMISES, new Map(cells.map(([promise = "", , held = ""]) => [promise, held])))).toEqual(
    [],
  );
});
