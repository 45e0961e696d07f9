import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { sentencesOfCode, sentencesOfPage } from "./sentences.ts";

const root = path.resolve(import.meta.dirname, "../..");
const RUNBOOK = "docs/runbook.md";
const text = readFileSync(path.join(root, "docs/promises.md"), "utf8");
const [, promised = "", other = ""] = text.split(/^## (?:Promises|No promises)$/m);

const promises = promised
  .split("\n")
  .filter((line) => line.startsWith("| ") && !/^\| (Sentence|---) /.test(line))
  .map((line) => line.replace(/^\| | \|$/g, "").split(" | "))
  .map(([sentence = "", kept = "", held = ""]) => ({ sentence, kept, held }));
const others = other.split("\n").flatMap((line) => (line.startsWith("- ") ? [line.slice(2)] : []));
const listed = [...promises.map(({ sentence }) => sentence), ...others];
const said = new Map([...sentencesOfCode(), ...sentencesOfPage(RUNBOOK)]);

const pathsIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);
/** A page's heading as a link names it. */
const headingsOf = (page: string) =>
  [...readFileSync(path.join(root, page), "utf8").matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\w ]/g, "")
      .replaceAll(" ", "-"),
  );

function isThere(name: string): boolean {
  const [file = "", heading] = name.split("#");
  if (!existsSync(path.join(root, file))) return false;
  return heading === undefined || headingsOf(file).includes(heading);
}

test("what is said with a promise's words is listed, as a promise or as none", () => {
  const known = new Set(listed);
  const missing = [...said].filter(([sentence]) => !known.has(sentence));
  expect(
    missing.map(([sentence, file]) => `${file}: ${sentence}`),
    "say in docs/promises.md what keeps these, or that they promise nothing",
  ).toEqual([]);
});

test("what is listed is said somewhere, and listed once", () => {
  expect(listed.filter((sentence) => !said.has(sentence))).toEqual([]);
  expect(listed.filter((sentence, place) => listed.indexOf(sentence) !== place)).toEqual([]);
  expect(promises.length).toBeGreaterThan(80);
});

test("every promise names code that keeps it, and a test that holds the code", () => {
  for (const { sentence, kept, held } of promises) {
    expect(pathsIn(kept), sentence).not.toEqual([]);
    expect(
      pathsIn(kept).filter((name) => !isThere(name)),
      sentence,
    ).toEqual([]);
    // What no job can keep a person does, as the runbook says.
    if (held === "a person") expect(kept, sentence).toContain(`\`${RUNBOOK}#`);
    else {
      expect(pathsIn(held), sentence).not.toEqual([]);
      expect(
        pathsIn(held).filter((name) => !name.startsWith("test/") || !isThere(name)),
        sentence,
      ).toEqual([]);
    }
  }
});

describe("the sentences of the sources", () => {
  test.each([
    ["a mail", "We refunded {{amount}} to your payment method."],
    ["an error", "Confirm your email address before you request a payout."],
    ["a page, across its inline elements", "The privacy page explains how we handle data."],
    ["what is filled in later", "The next weekly run sends it."],
  ])("include that of %s", (_what, sentence) => {
    expect([...said.keys()]).toContain(sentence);
  });
});
