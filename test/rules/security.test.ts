import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");
const rows = readFileSync(path.join(root, "docs/security.md"), "utf8")
  .split("\n")
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.split("|").map((cell) => cell.trim()));

test("the table has the four chapters", () => {
  const chapters = new Set(rows.map(([, requirement]) => requirement?.split(".")[0]));
  expect([...chapters].sort()).toEqual(["4", "6", "7", "8"]);
});

test.each(rows.map(([, requirement = "", , held = ""]) => [requirement, held]))(
  "%s names a test that exists, or a reason",
  (_requirement, held) => {
    const [, file, title = ""] = /^`(test\/[^`]+)`: (.+)$/.exec(held) ?? [];
    if (file === undefined) return expect(held).toMatch(/^Reason: .{6,}/);
    expect(readFileSync(path.join(root, file), "utf8")).toContain(title);
  },
);
