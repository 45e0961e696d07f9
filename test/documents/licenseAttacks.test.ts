import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { heldBy, unusedIn } from "./held.ts";
import { ATTACKS } from "./licenseAttacks.ts";

const root = path.resolve(import.meta.dirname, "../..");
const page = readFileSync(path.join(root, "docs/license-attacks.md"), "utf8");
const cells = page
  .split("\n")
  .filter((line) => /^\| (?!Attack|Accident|---)/.test(line))
  .map((line) => line.replace(/^\| | \|$/g, "").split(" | "))
  .map(([attack = "", held = ""]) => ({ attack, held }));

test("every attack on the license client and every accident cites existing tests", () => {
  expect(cells.length).toBeGreaterThan(25);
  for (const { attack, held } of cells) {
    const cited = heldBy(attack, held, ATTACKS);
    expect(cited, attack).not.toEqual([]);
    // Some titles are rows of a `test.each` table.
    const wrong = cited.filter(
      ({ file, title }) =>
        title === undefined || !readFileSync(path.join(root, file), "utf8").includes(`"${title}"`),
    );
    expect(wrong, attack).toEqual([]);
  }
  expect(unusedIn(ATTACKS, new Map(cells.map(({ attack, held }) => [attack, held])))).toEqual([]);
});
