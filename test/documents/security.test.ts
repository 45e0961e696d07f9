import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { RATES } from "../../infra/firewall.ts";
import { TRIES, TRIES_A_NETWORK } from "../../infra/poolFirewall.ts";

const root = path.resolve(import.meta.dirname, "../..");
const page = readFileSync(path.join(root, "docs/security.md"), "utf8");
const parts = page.split(/^## /m);
const part = (title: string): string => parts.find((text) => text.startsWith(title)) ?? "";
const cellsOf = (lines: string[]) => lines.map((line) => line.split("|").map((cell) => cell.trim()));
const rows = cellsOf(page.split("\n").filter((line) => /^\| \d/.test(line)));
/** The rows of a table without its head. */
const tableOf = (text: string) => cellsOf(text.split("\n").filter((line) => line.startsWith("| "))).slice(2);
const limited = tableOf(part("What is limited"));
const attacks = tableOf(part("Attacks and their scripts"));

/** How many requirements of levels 1 and 2 each section of ASVS 5.0.0 has. A section lists those of level 3 last. */
const SECTIONS: Readonly<Record<string, number>> = {
  ...{ "4.1": 3, "4.2": 1, "4.3": 2, "4.4": 4 },
  ...{ "6.1": 3, "6.2": 12, "6.3": 4, "6.4": 4, "6.5": 5, "6.6": 3, "6.8": 4 },
  ...{ "7.1": 3, "7.2": 4, "7.3": 2, "7.4": 5, "7.5": 2, "7.6": 2 },
  ...{ "8.1": 2, "8.2": 3, "8.3": 1, "8.4": 1 },
};

/** "4.4.1 to 4.4.4 WebSocket" → 4.4.1, 4.4.2, 4.4.3, 4.4.4 */
function numbersIn(requirement: string): string[] {
  const [, section, from, to] = /^(\d+\.\d+)\.(\d+) to \d+\.\d+\.(\d+)/.exec(requirement) ?? [];
  if (section === undefined) return requirement.match(/\d+\.\d+\.\d+/g) ?? [];
  const count = Number(to) - Number(from) + 1;
  return Array.from({ length: count }, (_, at) => `${section}.${Number(from) + at}`);
}

test.each(Object.entries(SECTIONS))("every requirement of %s up to level 2 has a row", (section, most) => {
  const named = new Set(rows.flatMap(([, requirement = ""]) => numbersIn(requirement)));
  const missing = Array.from({ length: most }, (_, at) => `${section}.${at + 1}`).filter(
    (number) => !named.has(number),
  );
  expect(missing).toEqual([]);
});

test("the table of limits has the firewalls' figures", () => {
  const written = limited.map(([, , , howMuch]) => howMuch).join("\n");
  for (const { requests } of RATES)
    expect(written).toContain(`${requests.toLocaleString("en-US")} in 5 minutes`);
  expect(written).toContain(`${TRIES} of each in 5 minutes`);
  expect(written).toContain(`${TRIES_A_NETWORK.toLocaleString("en-US")} of each in 5 minutes`);
  expect(limited.length).toBeGreaterThan(15);
  expect(attacks.length).toBeGreaterThan(30);
});

test.each([
  ...rows.map(([, requirement = "", , held = ""]) => [requirement, held]),
  ...limited.map(([, what = "", , , , held = ""]) => [what, held]),
  ...attacks.map(([, what = "", held = ""]) => [what, held]),
])("%s names an existing test or a reason", (_requirement, held) => {
  const [, file, title = ""] = /^`((?:packages\/[\w-]+\/)?test\/[^`]+)`: (.+)$/.exec(held) ?? [];
  if (file === undefined) return expect(held).toMatch(/^Reason: .{6,}/);
  expect(readFileSync(path.join(root, file), "utf8")).toContain(title);
});
