import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Where each side writes money, counts, dates and times: mails and messages in English and UTC, the site for its reader. */
const PLACES = ["shared/words.ts", "web/src/ui/format.ts"];
/** Formatters of JavaScript itself, but for the names of countries. */
const FORMATTER = /Intl\.(?:DateTimeFormat|NumberFormat|RelativeTimeFormat)|\.toLocale(?:Date|Time)?String\(/;

const formatting = (files: readonly string[], read: (file: string) => string): string[] =>
  files.filter((file) => FORMATTER.test(read(file)));

test("dates, money and counts are formatted in one place per side", () => {
  const files = globSync("{functions,shared,web/src}/**/*.{ts,tsx}").map((file) =>
    file.replaceAll("\\", "/"),
  );
  expect(formatting(files, (file) => readFileSync(file, "utf8")).toSorted()).toEqual(PLACES);
});

test("a formatter elsewhere is found", () => {
  expect(
    formatting(["a.ts", "b.ts"], (file) => (file === "a.ts" ? "count.toLocaleString()" : "count(1)")),
  ).toEqual(["a.ts"]);
});
