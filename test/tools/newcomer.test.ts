import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { commandsOf } from "../../scripts/judge/newcomer/page.ts";
import { openSession } from "../../scripts/judge/newcomer/session.ts";
import { assign, STEPS } from "../../scripts/judge/newcomer/steps.ts";
import { UNANSWERED, verifyFindings } from "../../scripts/judge/newcomer/verified.ts";
import { UNATTENDED } from "../../scripts/verify/table.ts";

const root = path.resolve(import.meta.dirname, "../..");
const page = readFileSync(path.join(root, "docs/deploy.md"), "utf8");

test("the commands of a page are its indented blocks, each with its section", () => {
  const text =
    "## 1. First\n\nText:\n\n    npm ci\n    npm test\n\n1. A step:\n   more text\n\n       npm run x\n\n## 2. Then\n\n- text\n      of a list\n";
  expect(commandsOf(text)).toEqual([
    { text: "npm ci", section: 1, line: 5 },
    { text: "npm test", section: 1, line: 6 },
    { text: "npm run x", section: 1, line: 11 },
  ]);
});

test("the newcomer judge has an expectation for exactly the commands of docs/deploy.md", () => {
  const { taken, unknown, left } = assign(commandsOf(page));
  expect({ unknown, left }).toEqual({ unknown: [], left: [] });
  expect(taken).toHaveLength(STEPS.length);
});

test("the check finds a step that the page forgets and an unexpected step", () => {
  const without = page.replace(/^ +npm run operate -- secrets:set .*$/m, "");
  expect(assign(commandsOf(without)).left.map(({ of }) => String(of))).toEqual([
    "/^npm run operate -- secrets:set /",
  ]);
  const { unknown } = assign(commandsOf(`${page}\n\n    npm run bench\n`));
  expect(unknown.map(({ text }) => text)).toEqual(["npm run bench"]);
});

test("exported variables reach the next command, answers are typed, and both output streams are read", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "newcomer-"));
  const session = openSession(folder, folder, { JUDGE_SEEN: "given" });
  expect(await session.type("export AWS_REGION='eu-west-1'")).toMatchObject({ status: 0, text: "" });
  const said = await session.type(
    'read answer; echo "$AWS_REGION $JUDGE_SEEN $answer" >&2; exit 3',
    "typed\n",
  );
  expect(said).toMatchObject({ status: 3, text: "eu-west-1 given typed\n" });
});

const line = (outcome: string, name: string) =>
  `  ${outcome.padEnd(8)}  ${name.padEnd(46)}    1.2 s  because\n`;
const kept = [{ line: "a mail arrives", why: "the fake sends none" }];

test("a failed line of verify without a known reason is a finding", () => {
  expect(verifyFindings(line("ok", "a page opens") + line("FAILED", "a mail arrives"), kept)).toEqual([]);
  expect(verifyFindings(line("not here", "a page opens"), kept)).toEqual(["a page opens: not here: because"]);
  expect(verifyFindings(line("FAILED", "a page opens") + line("skipped", "a mail arrives"), kept)).toEqual([
    "a page opens: FAILED: because",
  ]);
});

test("a known reason that explains no failure is a finding, and so is a run that prints no line", () => {
  expect(verifyFindings(line("ok", "a mail arrives"), kept)).toEqual([expect.stringMatching(/remove it/)]);
  expect(verifyFindings("Refused", kept)).toEqual([expect.stringMatching(/prints no line: Refused/)]);
});

test("each known reason names a line of verify", () => {
  for (const { line: name } of UNANSWERED)
    expect(UNATTENDED.map((check) => check.name)).toContain(name.replace(/^clean up: /, ""));
});
