import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openJournal } from "../src/journal.ts";

const isNumber = (value: unknown) => typeof value === "number";

function temporaryFile(): string {
  const directory = mkdtempSync(join(tmpdir(), "journal-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return join(directory, "deep", "numbers.jsonl");
}

test("a journal keeps additions, changes and deletions after a restart", () => {
  const file = temporaryFile();
  const first = openJournal(file, isNumber);
  first.set("a", 1);
  first.set("b", 2);
  first.set("a", 3);
  first.delete("b");
  const second = openJournal(file, isNumber);
  expect(second.get("a")).toBe(3);
  expect(second.values()).toEqual([3]);
});

test("a journal loses only the change that a crash cut short", () => {
  const file = temporaryFile();
  openJournal(file, isNumber).set("a", 1);
  appendFileSync(file, '{"id":"b","val');
  const second = openJournal(file, isNumber);
  second.set("c", 3);
  expect(openJournal(file, isNumber).values()).toEqual([1, 3]);
});

test("a journal shrinks on opening and is readable only by its owner", () => {
  const file = temporaryFile();
  const first = openJournal(file, isNumber);
  for (let value = 0; value < 100; value += 1) first.set("a", value);
  openJournal(file, isNumber);
  expect(readFileSync(file, "utf8")).toBe('{"id":"a","value":99}\n');
  expect(statSync(file).mode & 0o077).toBe(0);
});

test("a journal refuses records of another version and keeps them", () => {
  const file = temporaryFile();
  openJournal(file, isNumber).set("a", 1);
  const isText = (value: unknown) => typeof value === "string";
  expect(() => openJournal(file, isText)).toThrow("of another version");
  expect(openJournal(file, isNumber).get("a")).toBe(1);
});
