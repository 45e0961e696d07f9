import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { type Finding, findingsIn, SHAPES } from "./voice.ts";

const root = path.resolve(import.meta.dirname, "../..");

/** The check covers only subjects after this commit, because earlier history cannot change. */
const SINCE = "30d8020419945176103df5c1979cbeeb7940a432";

/** Subjects that are already on main and cannot change. */
const LANDED = [
  "judges: let no program stop on output that nobody reads",
  "words: dates and money for readers stand in one shared file",
];

/** Generated files, and the rules' own examples. */
const SKIPPED = /^package-lock\.json$|^test\/documents\/voice\./;

/** Quotations, each with the file that may contain it and the reason. */
const QUOTED = [
  {
    text: "videos optimised",
    file: "web/src/public/content.ts",
    why: "the specification's claim, letter by letter",
  },
  { text: "Transaction cancelled", file: "packages/local-aws/src/aws/faults.ts", why: "DynamoDB's message" },
  { text: "Transaction cancelled", file: "test/support/memory/tables.ts", why: "DynamoDB's message" },
];

function git(...args: string[]): string {
  const { status, stdout } = spawnSync("git", args, {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`git ${args[0]} failed`);
  return stdout;
}

/** The check of the subjects' form covers only commits after this one. */
const FORM_SINCE = "1ca28fc29b79f89eb49ab14ffb78c315d1dfbe1e";

/** "area: imperative". An article, a word like "each" or "and", or a form in -ed or -ing is not an imperative. */
const FORM =
  /^[a-z][\w ./:-]{0,30}: (?!(?:the|an?|its?|no|each|every|all|more|new|some|what|when|where|how|now|also|and)\b)[a-z]+(?<!\b(?!feed|need|seed|embed|speed|exceed|proceed|bring|ring|string)\w+(?:ed|ing))\b/;

const isHere = (commit: string): boolean =>
  spawnSync("git", ["cat-file", "-e", `${commit}^{commit}`], { cwd: root }).status === 0;

const FILES = git("ls-files", "-z")
  .split("\0")
  .filter((file) => /\.(ts|tsx|mjs|js|md|json|css|html|yml|py|xml)$/.test(file))
  .filter((file) => !SKIPPED.test(file) && existsSync(path.join(root, file)));

/** A shallow clone has only its newest commit. */
const subjectsSince = (commit: string): string[] =>
  git("log", "--format=%s", ...(isHere(commit) ? [`${commit}..HEAD`] : ["-1"]))
    .split("\n")
    .filter((subject) => subject !== "");
const SUBJECTS = subjectsSince(SINCE);

const inWords = (place: string, { said, shape }: Finding): string => `${place}: "${said}": ${shape.instead}`;

test("no tracked file has a forbidden word or phrase", () => {
  const found = FILES.flatMap((file) => {
    const quoted = QUOTED.flatMap((quote) => (quote.file === file ? [quote.text] : []));
    const text = readFileSync(path.join(root, file), "utf8");
    return findingsIn(text, quoted).map((finding) => inWords(`${file}:${finding.line}`, finding));
  });
  expect(found).toEqual([]);
});

/** Texts of the specification with an exclamation mark. */
const EXCLAIMED = ["Payment Successful!", "Password reset email sent!"];

test("the interface and the mails have exclamation marks only in texts of the specification", () => {
  const found = FILES.filter((file) => /^(web\/src|shared|functions)\//.test(file)).flatMap((file) =>
    [...readFileSync(path.join(root, file), "utf8").matchAll(/[^"'`<>\n]*\s\p{L}+!(?=["'`<]|$)/gmu)]
      .map(([said]) => said.trim())
      .filter((said) => !EXCLAIMED.includes(said))
      .map((said) => `${file}: ${said}`),
  );
  expect(found).toEqual([]);
});

test("no commit's subject has a forbidden word or phrase", () => {
  const found = SUBJECTS.filter((subject) => !LANDED.includes(subject)).flatMap((subject) =>
    findingsIn(subject).map((finding) => inWords(subject, finding)),
  );
  expect(found, "reword it before it lands").toEqual([]);
});

const badForm = (subject: string): boolean => subject.length > 72 || !FORM.test(subject);

test("a commit's subject is an area and an imperative in at most 72 characters", () => {
  expect(subjectsSince(FORM_SINCE).filter(badForm), "reword it before it lands").toEqual([]);
  expect(
    [
      "payouts: retry failed transfers in the next run",
      "test:one: take several files",
      "web: feed it",
    ].filter(badForm),
  ).toEqual([]);
  const wrong = [
    "Retry failed transfers",
    "payouts: Retry transfers",
    "payouts: retried transfers",
    "payouts: retrying transfers",
    "payouts: the transfers of a run",
    `payouts: retry ${"x".repeat(60)}`,
  ];
  expect(wrong.filter(badForm)).toEqual(wrong);
});

test("every quotation is still in its file", () => {
  for (const { text, file } of QUOTED) expect(readFileSync(path.join(root, file), "utf8")).toContain(text);
});

describe.each(SHAPES.map((shape) => [shape.name, shape] as const))("%s", (name, { found, fine = [] }) => {
  const namesIn = (text: string) => findingsIn(text).map(({ shape }) => shape.name);

  test.each(found)("is found in: %s", (text) => {
    expect(namesIn(text)).toContain(name);
  });

  if (fine.length > 0)
    test.each(fine)("is not found in: %s", (text) => {
      expect(namesIn(text)).not.toContain(name);
    });
});

test("the check finds a phrase across a line break of a comment, and reports its first line", () => {
  const text = "const a = 1;\n/**\n * A message that the owner is\n * told later.\n */\n";
  expect(findingsIn(text).map(({ line, said }) => ({ line, said }))).toEqual([
    { line: 3, said: "is * told" },
  ]);
});

test("a quotation excludes only its own words from the check", () => {
  const text = 'throw new Error("Transaction cancelled"); // cancelled';
  expect(findingsIn(text, ["Transaction cancelled"])).toHaveLength(1);
});
