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
/** The pages that a reader follows command by command. */
const GUIDES = /^(?:README|docs\/(?:deploy|runbook)|local\/README|packages\/[\w-]+\/README)\.md$/;
const {
  scripts,
  bin,
}: Record<"scripts" | "bin", Record<string, string>> = JSON.parse(
  readFileSync(path.join(root, "package.json"), "utf8"),
);

test("the README says how many stacks a stage has", () => {
  const WORDS: Readonly<Record<number, string>> = { 10: "ten", 11: "eleven", 12: "twelve" };
  // The firewall alone is not in every stage.
  const stacks = (stage: Stage) => WORDS[PARTS.length - (STAGE_SETTINGS[stage].firewall ? 0 : 1)];
  expect(stacks("staging")).toBe(stacks("prod"));
  expect(readFileSync(path.join(root, "README.md"), "utf8")).toContain(
    `(${stacks("dev")} with \`-c stage=dev\`, ${stacks("prod")} with \`staging\` or \`prod\`)`,
  );
});

test("there are pages to look at", () => {
  expect(pages.length).toBeGreaterThan(20);
});

const code = pages.map((page) => ({ page, lines: codeOf(page) }));
/** What a pattern finds in the pages' code and `isThere` does not know, each with its page. */
const lost = (pattern: RegExp, isThere: (name: string) => boolean): string[] =>
  code.flatMap(({ page, lines }) =>
    lines
      .flatMap((line) => [...line.matchAll(pattern)].map(([, name = ""]) => name))
      .filter((name) => !isThere(name))
      .map((name) => `${page}: ${name}`),
  );
const isFile = (name: string) => existsSync(path.join(root, name));

test("pages name npm scripts that there are", () => {
  expect(lost(/\bnpm run (?:-s |--silent )?([\w:]+)/g, (name) => scripts[name] !== undefined)).toEqual([]);
});

test("pages name programs that there are", () => {
  expect(lost(/\bnode (?:--[\w=-]+ )*((?:scripts|local|infra)\/[\w/.-]+)/g, isFile)).toEqual([]);
});

test("pages run by npx what is installed", () => {
  const isInstalled = (name: string) => isFile(`node_modules/.bin/${name}`) || Object.hasOwn(bin, name);
  expect(lost(/\bnpx ([\w@/-]+)/g, isInstalled)).toEqual([]);
});

test("pages name files of the project that there are", () => {
  const folders = "(?:functions|shared|infra|web/src|local|scripts|test|packages|docs|bench)";
  const files = new RegExp(`(?<![\\w/.-])(${folders}/[\\w/.-]+\\.(?:ts|tsx|md|json|css|mjs))\\b`, "g");
  expect(lost(files, isFile)).toEqual([]);
});

test("pages link to pages that there are", () => {
  const wrong = pages.flatMap((page) => {
    const text = readFileSync(path.join(root, page), "utf8");
    const links = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map(([, link = ""]) => link);
    return links
      .filter((link) => !isFile(path.join(path.dirname(page), link)))
      .map((link) => `${page}: ${link}`);
  });
  expect(wrong).toEqual([]);
});

test("pages name no program that an older Node could not start", () => {
  // `npm run` finds the Node that came with the packages; `node x.ts` takes whichever there is.
  const found = code.flatMap(({ page, lines }) =>
    GUIDES.test(page)
      ? lines.filter((line) => /\bnode [\w/.-]+\.ts\b/.test(line.replace(/"[^"]*"/g, "")))
      : [],
  );
  expect(found).toEqual([]);
});

/** `8. Go back` is referred to as "Go back". */
const headingsOf = (page: string): string[] =>
  [...readFileSync(path.join(root, page), "utf8").matchAll(/^#+ (?:\d+\. )?(.+)$/gm)].map(
    ([, heading = ""]) => heading,
  );

test("a reference to a part of a page names its heading", () => {
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

test("every script of package.json is a file that there is", () => {
  for (const [name, command] of Object.entries(scripts))
    for (const file of command.split(" ").slice(1, 3))
      expect(existsSync(path.join(root, file)), `${name}: ${file}`).toBe(true);
});
