import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");
const read = (file: string): string => readFileSync(path.join(root, file), "utf8");

/** The words to avoid, which CONTRIBUTING gives in brackets, such as "slot" in "seat (slot)". */
const [, section = ""] = read("CONTRIBUTING.md").split(/^## One word for one thing$/m);
const PAIRS = [...(section.split(/^## /m)[0] ?? "").matchAll(/[\w-][\w\s-]*? \(([^)]+)\)/g)].map(
  ([, not = ""]) => not.split(",").map((word) => word.replace(/\s+/g, " ").trim()),
);
const UNUSED = new RegExp(`\\b(?:${PAIRS.flat().join("|")})(?:s|es)?\\b`, "gi");

/** Quoted texts, which keep their words. */
const QUOTED = [
  ...[
    "Login failed",
    "Login successful!",
    "Logout failed",
    "Access Admin Panel",
    "Your payment is past due.",
  ],
  "It runs on my own machine",
];
/** The list of common passwords may contain any word. */
const LISTS_WORDS = "shared/accounts/passwordWords.ts";

const FILES = globSync("{shared,functions,web/src}/**/*.{ts,tsx}", { cwd: root })
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => file !== LISTS_WORDS);

function sentencesIn(source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
  const strings = [...code.matchAll(/(["'`])((?:\\.|(?!\1)[^\n])*)\1/g)].map(([, , text = ""]) => text);
  const shown = [...code.matchAll(/[>}]([^<>{}=;()]+)[<{]/g)].map(([, text = ""]) => text);
  return [...strings, ...shown].map((text) => text.replace(/\s+/g, " ")).filter((text) => /\w \w/.test(text));
}

const wrongIn = (source: string): string[] =>
  sentencesIn(QUOTED.reduce((rest, quote) => rest.replaceAll(quote, "-"), source)).flatMap((text) =>
    [...text.matchAll(UNUSED)].map(([word]) => `${word}: ${text}`),
  );

test("CONTRIBUTING gives one word for each of at least 35 things", () => {
  expect(PAIRS.length).toBeGreaterThanOrEqual(35);
});

test("interface, mails and errors use one word for one thing", () => {
  expect(FILES.flatMap((file) => wrongIn(read(file)).map((found) => `${file}: ${found}`))).toEqual([]);
  expect(wrongIn('say("Enter your license code.");')).toEqual(["license code: Enter your license code."]);
  expect(wrongIn("<p>\n  Your seat\n  is a <b>free slot now</b></p>")).toEqual(["slot: free slot now"]);
});

test("every quoted text is still in use", () => {
  const all = FILES.map(read).join("\n");
  expect(QUOTED.filter((quote) => !all.includes(quote))).toEqual([]);
});
