import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { ATTACKS } from "./licenseAttacks.ts";

const root = path.resolve(import.meta.dirname, "../..");
const page = readFileSync(path.join(root, "docs/license-attacks.md"), "utf8");
const rows = page
  .split("\n")
  .filter((line) => /^\| (?!Attack|Accident|---)/.test(line))
  .map((line) => line.replace(/^\| | \|$/g, "").split(" | "))
  .map(([attack = "", files = ""]) => ({
    attack,
    files: [...files.matchAll(/`([^`]+)`/g)].map(([, file]) => file),
  }));

test("every attack on the license client and every accident names the files of its tests", () => {
  expect(rows.length).toBeGreaterThan(25);
  expect(rows.map(({ attack }) => attack)).toEqual(Object.keys(ATTACKS));
  for (const { attack, files } of rows) expect(files, attack).toEqual(Object.keys(ATTACKS[attack] ?? {}));
});

test("every file has tests of these titles", () => {
  for (const [attack, tests] of Object.entries(ATTACKS)) {
    expect(Object.values(tests).flat(), attack).not.toEqual([]);
    for (const [file, titles] of Object.entries(tests)) {
      const source = readFileSync(path.join(root, file), "utf8");
      expect(
        titles.filter((title) => !source.includes(`"${title}"`)),
        `${attack}: ${file}`,
      ).toEqual([]);
    }
  }
});
