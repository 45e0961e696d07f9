import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { RATES } from "../../infra/firewall.ts";
import { TRIES, TRIES_A_NETWORK } from "../../infra/poolFirewall.ts";

const root = path.resolve(import.meta.dirname, "../..");
const [requirements = "", limits = ""] = readFileSync(path.join(root, "docs/security.md"), "utf8").split(
  /^## What is limited$/m,
);
const cellsOf = (lines: string[]) => lines.map((line) => line.split("|").map((cell) => cell.trim()));
const rows = cellsOf(requirements.split("\n").filter((line) => /^\| \d/.test(line)));
/** Without the table's head and the line below it. */
const limited = cellsOf(limits.split("\n").filter((line) => line.startsWith("| "))).slice(2);

test("the table has the four chapters", () => {
  const chapters = new Set(rows.map(([, requirement]) => requirement?.split(".")[0]));
  expect([...chapters].sort()).toEqual(["4", "6", "7", "8"]);
});

test("the limits name the firewalls' figures", () => {
  const written = limited.map(([, , , howMuch]) => howMuch).join("\n");
  for (const { requests } of RATES)
    expect(written).toContain(`${requests.toLocaleString("en-US")} in 5 minutes`);
  expect(written).toContain(`${TRIES} of each in 5 minutes`);
  expect(written).toContain(`${TRIES_A_NETWORK.toLocaleString("en-US")} of each in 5 minutes`);
  expect(limited.length).toBeGreaterThan(15);
});

test.each([
  ...rows.map(([, requirement = "", , held = ""]) => [requirement, held]),
  ...limited.map(([, what = "", , , , held = ""]) => [what, held]),
])("%s names a test that exists, or a reason", (_requirement, held) => {
  const [, file, title = ""] = /^`((?:packages\/[\w-]+\/)?test\/[^`]+)`: (.+)$/.exec(held) ?? [];
  if (file === undefined) return expect(held).toMatch(/^Reason: .{6,}/);
  expect(readFileSync(path.join(root, file), "utf8")).toContain(title);
});
