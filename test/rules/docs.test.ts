import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { codeOf } from "./pages.ts";

const root = path.resolve(import.meta.dirname, "../..");
const pages = [
  "README.md",
  ...globSync("{docs,docs/decisions,local,local/*,packages/*}/*.md", { cwd: root }),
];
const {
  scripts,
  bin,
}: Record<"scripts" | "bin", Record<string, string>> = JSON.parse(
  readFileSync(path.join(root, "package.json"), "utf8"),
);

test("there are pages to look at", () => {
  expect(pages.length).toBeGreaterThan(20);
});

describe.each(pages)("%s", (page) => {
  const code = codeOf(page);

  test("names npm scripts that there are", () => {
    const named = code.flatMap((line) =>
      [...line.matchAll(/\bnpm run (?:-s |--silent )?([\w:]+)/g)].map(([, name = ""]) => name),
    );
    expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
  });

  test("names programs that there are", () => {
    const named = code.flatMap((line) =>
      [...line.matchAll(/\bnode (?:--[\w=-]+ )*((?:scripts|local|infra)\/[\w/.-]+)/g)].map(
        ([, file = ""]) => file,
      ),
    );
    expect(named.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  });

  test("runs by npx what is installed", () => {
    const named = code.flatMap((line) =>
      [...line.matchAll(/\bnpx ([\w@/-]+)/g)].map(([, name = ""]) => name),
    );
    const there = (name: string) =>
      existsSync(path.join(root, "node_modules/.bin", name)) || Object.hasOwn(bin, name);
    expect(named.filter((name) => !there(name))).toEqual([]);
  });

  test("names files of the project that there are", () => {
    const folders = "(?:functions|shared|infra|web/src|local|scripts|test|packages|docs|bench)";
    const named = code.flatMap((line) =>
      [
        ...line.matchAll(
          new RegExp(`(?<![\\w/.-])(${folders}/[\\w/.-]+\\.(?:ts|tsx|md|json|css|mjs))\\b`, "g"),
        ),
      ].map(([, file = ""]) => file),
    );
    expect(named.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  });

  test("links to pages that there are", () => {
    const text = readFileSync(path.join(root, page), "utf8");
    const links = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map(([, link = ""]) => link);
    expect(links.filter((link) => !existsSync(path.join(root, path.dirname(page), link)))).toEqual([]);
  });
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
