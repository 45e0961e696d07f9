import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** The formatters of each side: mails and messages use English and UTC, the site uses its reader's settings. */
const PLACES = ["shared/words.ts", "web/src/ui/format.ts"];
const FORMATTER = /Intl\.(?:DateTimeFormat|NumberFormat|RelativeTimeFormat)|\.toLocale(?:Date|Time)?String\(/;

const formatting = (files: readonly string[], read: (file: string) => string): string[] =>
  files.filter((file) => FORMATTER.test(read(file)));

test("dates, money and counts are formatted in one place for the server and one for the site", () => {
  const files = globSync("{functions,shared,web/src}/**/*.{ts,tsx}").map((file) =>
    file.replaceAll("\\", "/"),
  );
  expect(formatting(files, (file) => readFileSync(file, "utf8")).toSorted()).toEqual(PLACES);
});

/** A promise with only a day, which would end at a different hour in each reader's zone. */
const PROMISES_A_DAY =
  /(?:until|by|before|after|(?:ends?|renews|due|possible|changes|available) on)\s*[>{$"` ]*\{(?:day|onDay|onDayOf|moment|utcDay)\(/;

test("a promise names the hour and the zone, or only a day if it holds until that day is over in every time zone", () => {
  const broken = (text: string) => PROMISES_A_DAY.test(text);
  expect(broken("Works until {day(end)}.")).toBe(true);
  expect(broken("Works until {deadline(end)}.")).toBe(false);
  expect(broken("Paid on {day(at)}.")).toBe(false);
  const files = globSync("{functions,shared,web/src}/**/*.{ts,tsx}");
  expect(files.filter((file) => broken(readFileSync(file, "utf8")))).toEqual([]);
});

/** Placeholders of mails for a future time. */
const PROMISED = /(?:until|by|before|after|due|(?:ends?|renews|changes|available) on) \{\{(\w+)\}\}/g;

test("the text for a placeholder with a future time names its hour and zone", () => {
  const read = (file: string) => readFileSync(file, "utf8");
  const templates = globSync("functions/mail/templates/*.ts").map(read).join("\n");
  const names = new Set([...templates.matchAll(PROMISED)].map(([, name = ""]) => name));
  expect([...names]).toContain("chargedOn");
  const broken = new RegExp(`\\b(?:${[...names].join("|")}):[^,;]*\\bonDay(?:Of)?\\(`);
  expect(broken.test("chargedOn: onDayOf(at),")).toBe(true);
  expect(broken.test("chargedOn: atTimeOf(at),\npaidOn: onDay(at)")).toBe(false);
  expect(globSync("functions/**/*.ts").filter((file) => broken.test(read(file)))).toEqual([]);
});

test("the check finds a formatter in another file", () => {
  expect(
    formatting(["a.ts", "b.ts"], (file) => (file === "a.ts" ? "count.toLocaleString()" : "count(1)")),
  ).toEqual(["a.ts"]);
});
