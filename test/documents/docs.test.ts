import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import type { Stage } from "../../infra/names.ts";
import { PARTS } from "../../infra/stacks.ts";
import { STAGE_SETTINGS } from "../../infra/stages.ts";
import { codeOf } from "./pages.ts";

const root = path.resolve(import.meta.dirname, "../..");
const pages = [
  "README.md",
  ...globSync("{docs,docs/decisions,local,local/*,packages/*}/*.md", { cwd: root }),
];
/** Pages with commands that a reader runs step by step. */
const GUIDES = /^(?:README|docs\/(?:deploy|runbook)|local\/README|packages\/[\w-]+\/README)\.md$/;
const {
  scripts,
  bin,
}: Record<"scripts" | "bin", Record<string, string>> = JSON.parse(
  readFileSync(path.join(root, "package.json"), "utf8"),
);

test("the README gives the number of stacks of each stage", () => {
  const WORDS: Readonly<Record<number, string>> = { 10: "ten", 11: "eleven", 12: "twelve" };
  // Only the firewall's stack is missing in some stages.
  const stacks = (stage: Stage) => WORDS[PARTS.length - (STAGE_SETTINGS[stage].firewall ? 0 : 1)];
  expect(stacks("staging")).toBe(stacks("prod"));
  expect(readFileSync(path.join(root, "README.md"), "utf8")).toContain(
    `(${stacks("dev")} with \`-c stage=dev\`, ${stacks("prod")} with \`staging\` or \`prod\`)`,
  );
});

test("the tests of this file read more than 20 pages", () => {
  expect(pages.length).toBeGreaterThan(20);
});

const code = pages.map((page) => ({ page, lines: codeOf(page) }));
/** Names that the pattern finds in the pages' code and `isThere` denies, each with its page. */
const lost = (pattern: RegExp, isThere: (name: string) => boolean): string[] =>
  code.flatMap(({ page, lines }) =>
    lines
      .flatMap((line) => [...line.matchAll(pattern)].map(([, name = ""]) => name))
      .filter((name) => !isThere(name))
      .map((name) => `${page}: ${name}`),
  );
const isFile = (name: string) => existsSync(path.join(root, name));

test("pages name only npm scripts that exist", () => {
  expect(lost(/\bnpm run (?:-s |--silent )?([\w:]+)/g, (name) => scripts[name] !== undefined)).toEqual([]);
});

test("pages name only programs that exist", () => {
  expect(lost(/\bnode (?:--[\w=-]+ )*((?:scripts|local|infra)\/[\w/.-]+)/g, isFile)).toEqual([]);
});

test("pages run only installed packages with npx", () => {
  const isInstalled = (name: string) => isFile(`node_modules/.bin/${name}`) || Object.hasOwn(bin, name);
  expect(lost(/\bnpx ([\w@/-]+)/g, isInstalled)).toEqual([]);
});

test("pages name only files of the project that exist", () => {
  const folders = "(?:functions|shared|infra|web/src|local|scripts|test|packages|docs|bench)";
  const files = new RegExp(`(?<![\\w/.-])(${folders}/[\\w/.-]+\\.(?:ts|tsx|md|json|css|mjs))\\b`, "g");
  expect(lost(files, isFile)).toEqual([]);
});

test("pages link only to pages that exist", () => {
  const wrong = pages.flatMap((page) => {
    const text = readFileSync(path.join(root, page), "utf8");
    const links = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map(([, link = ""]) => link);
    return links
      .filter((link) => !isFile(path.join(path.dirname(page), link)))
      .map((link) => `${page}: ${link}`);
  });
  expect(wrong).toEqual([]);
});

test("guides start programs through npm, which finds the right Node", () => {
  // `npm run` uses the Node that npm has installed for the project. `node x.ts` uses the first Node in the PATH.
  const found = code.flatMap(({ page, lines }) =>
    GUIDES.test(page)
      ? lines.filter((line) => /\bnode [\w/.-]+\.ts\b/.test(line.replace(/"[^"]*"/g, "")))
      : [],
  );
  expect(found).toEqual([]);
});

/** The headings without their numbers: `8. Go back` becomes "Go back". */
const headingsOf = (page: string): string[] =>
  [...readFileSync(path.join(root, page), "utf8").matchAll(/^#+ (?:\d+\. )?(.+)$/gm)].map(
    ([, heading = ""]) => heading,
  );

test("a reference to a section of a page names an existing heading", () => {
  const sources = globSync(
    "{docs,docs/decisions,functions,infra,local,scripts,shared,web/src}/**/*.{md,ts,tsx}",
    {
      cwd: root,
    },
  );
  const references = sources.flatMap((file) =>
    [...readFileSync(path.join(root, file), "utf8").matchAll(/\b(docs\/[\w/-]+\.md), "([^"\n]+)"/g)].map(
      ([, page = "", heading = ""]) => ({ file, page, heading }),
    ),
  );
  expect(references.length).toBeGreaterThan(2);
  expect(references.filter(({ page, heading }) => !headingsOf(page).includes(heading))).toEqual([]);
});

test("every script of package.json runs an existing file", () => {
  for (const [name, command] of Object.entries(scripts))
    for (const file of command.split(" ").slice(1, 3))
      expect(existsSync(path.join(root, file)), `${name}: ${file}`).toBe(true);
});
