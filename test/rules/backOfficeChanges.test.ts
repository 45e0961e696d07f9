import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { ENDPOINTS } from "#shared/endpoints.ts";

const root = path.resolve(import.meta.dirname, "../..");
const sources = globSync("web/src/operator/**/*.{ts,tsx}", { cwd: root }).map((file) => ({
  file,
  text: readFileSync(path.join(root, file), "utf8"),
}));

/** They change nothing that a page of the back office shows. */
const CHANGE_NOTHING = [
  "payouts/previewBatch",
  "accounts/startOperatorSession",
  "accounts/endOperatorSession",
  "insights/refreshRows",
  "insights/recordExport",
  "insights/exportList",
  // They read: what is searched for has no place in an address.
  "customers/searchUsers",
  "affiliates/searchAffiliates",
  "insights/searchAll",
  "licenses/searchKeys",
];

/** The names of the contracts whose calls change something. */
const changing = Object.entries(ENDPOINTS)
  .filter(
    ([id, { audience, method }]) =>
      audience === "operator" && method !== "GET" && !CHANGE_NOTHING.includes(id),
  )
  .map(([id]) => id.split("/")[1] ?? "");

test("the back office changes things only by useChange, which has to say what changed", () => {
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

test("each change has its place on a page", () => {
  const all = sources.map(({ text }) => text).join("\n");
  const missing = changing.filter(
    (name) => !new RegExp(`(useChange\\([^;{]*\\b${name}\\b|contract=\\{${name}\\})`).test(all),
  );
  expect(missing).toEqual([]);
});
