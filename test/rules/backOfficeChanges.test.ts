import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { ENDPOINTS } from "#shared/endpoints.ts";

const root = path.resolve(import.meta.dirname, "../..");
const sources = globSync("web/src/operator/**/*.{ts,tsx}", { cwd: root }).map((file) => ({
  file,
  text: readFileSync(path.join(root, file), "utf8"),
}));

/** Calls that change no data on a page of the back office. */
const CHANGE_NOTHING = [
  "payouts/previewBatch",
  "accounts/startOperatorSession",
  "accounts/endOperatorSession",
  "insights/refreshRows",
  "insights/recordExport",
  "insights/exportList",
  // These only read. They are POST, because a search text must not be in a URL.
  "customers/searchUsers",
  "affiliates/searchAffiliates",
  "audit/searchAudit",
  "insights/searchAll",
  "licenses/searchKeys",
  "payouts/searchPayouts",
];

/** The names of the contracts whose calls change data. */
const changing = Object.entries(ENDPOINTS)
  .filter(
    ([id, { audience, method }]) =>
      audience === "operator" && method !== "GET" && !CHANGE_NOTHING.includes(id),
  )
  .map(([id]) => id.split("/")[1] ?? "");

test("the back office makes changes only through useChange, which requires the changed rows", () => {
  expect(changing.length).toBeGreaterThan(25);
  const around = sources.flatMap(({ file, text }) => [
    ...(file.endsWith("data/useChange.ts") ? [] : (text.match(/\buse(Any)?Action\(/g) ?? [])).map(
      (name) => `${file}: ${name}`,
    ),
    ...changing
      .filter((name) => new RegExp(`\\bcall(Fresh)?\\(\\s*${name}\\b`).test(text))
      .map((name) => `${file}: call(${name})`),
  ]);
  expect(around).toEqual([]);
});

test("the back office uses each call that changes data", () => {
  const all = sources.map(({ text }) => text).join("\n");
  const missing = changing.filter(
    (name) => !new RegExp(`(use(Change|Setting)\\([^;{]*\\b${name}\\b|contract=\\{${name}\\})`).test(all),
  );
  expect(missing).toEqual([]);
});
