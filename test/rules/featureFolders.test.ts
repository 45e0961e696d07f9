import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { EVENT_HANDLER_IDS } from "../../infra/events.ts";
import { ENDPOINTS } from "../../shared/endpoints.ts";

/** The law of every feature folder: what stands at its root is a Lambda, its decisions or its rows. */
const LAMBDAS: ReadonlySet<string> = new Set([...Object.keys(ENDPOINTS), ...EVENT_HANDLER_IDS]);
const BESIDE: ReadonlySet<string> = new Set(["index", "rules", "table"]);

/** Without the platform, which has no endpoint: "billing/refunds/giveBack". */
const files = globSync("functions/**/*.ts")
  .map((file) => path.relative("functions", file).replace(/\.ts$/, ""))
  .filter((file) => !file.startsWith("platform/"));

function misplaced(all: readonly string[]): string[] {
  return all
    .filter((file) => file.split("/").length === 2)
    .filter((file) => !LAMBDAS.has(file) && !BESIDE.has(path.basename(file)));
}

/** A folder of one `rules.ts` or `table.ts` is a file of the folder `rules` or `tables`. */
function lonely(all: readonly string[]): string[] {
  return all.filter((file) => {
    const folder = path.dirname(file);
    const isOwn = folder.includes("/") && BESIDE.has(path.basename(file));
    return isOwn && all.filter((other) => other.startsWith(`${folder}/`)).length === 1;
  });
}

test("the root of a feature holds its Lambdas, rules.ts, table.ts and its door, index.ts", () => {
  expect(misplaced(files)).toEqual([]);
  expect(
    misplaced(["stripeEvents/stripeWebhook", "billing/rules", "billing/helper", "billing/a/helper"]),
  ).toEqual(["billing/helper"]);
});

test("every Lambda stands at the root of its feature", () => {
  expect([...LAMBDAS].filter((id) => !files.includes(id))).toEqual([]);
});

test("no folder holds a single rules.ts or table.ts", () => {
  expect(lonely(files)).toEqual([]);
  expect(lonely(["billing/table", "billing/a/table", "billing/b/rules", "billing/b/find"])).toEqual([
    "billing/a/table",
  ]);
});

/** A feature's layers, top down. Use cases are the named subfolders; a subfolder may keep its own rules and table. */
type Layer = "lambda" | "use case" | "table" | "rules";
function layerOf(file: string): Layer {
  if (/\/rules(\/|$)/.test(file)) return "rules";
  if (/\/tables?(\/|$)/.test(file)) return "table";
  return file.split("/").length === 2 ? "lambda" : "use case";
}
const folderOf = (file: string): string => file.split("/").slice(0, 2).join("/");

type Import = { readonly from: string; readonly to: string };

/** Imports between files of one feature. */
function importsWithin(all: readonly string[]): Import[] {
  return all.flatMap((from) => {
    const code = readFileSync(`functions/${from}.ts`, "utf8");
    return [...code.matchAll(/\bfrom "(\.[^"]+)\.ts"/g)]
      .map(([, to]) => ({ from, to: path.posix.join(path.dirname(from), to ?? "") }))
      .filter(({ to }) => to.split("/")[0] === from.split("/")[0]);
  });
}

/** What may import a file: a lower layer never calls a higher one. */
const BELOW: Readonly<Record<Layer, readonly Layer[]>> = {
  lambda: ["use case", "table", "rules"],
  "use case": ["use case", "table", "rules"],
  table: ["table", "rules"],
  rules: ["rules"],
};
const upward = (all: readonly Import[]): Import[] =>
  all.filter(({ from, to }) => !BELOW[layerOf(from)].includes(layerOf(to)));

/** The use cases that reach themselves through another one. */
function circles(all: readonly Import[]): string[] {
  const calls = new Map<string, Set<string>>();
  for (const { from, to } of all) {
    if (layerOf(from) !== "use case" || layerOf(to) !== "use case" || folderOf(from) === folderOf(to))
      continue;
    calls.set(folderOf(from), (calls.get(folderOf(from)) ?? new Set()).add(folderOf(to)));
  }
  const reached = (from: string, seen: Set<string>): Set<string> => {
    for (const to of calls.get(from) ?? []) if (!seen.has(to)) reached(to, seen.add(to));
    return seen;
  };
  return [...calls.keys()].filter((useCase) => reached(useCase, new Set()).has(useCase));
}

test("a Lambda calls use cases, a use case stores by tables, and rules call nobody", () => {
  expect(upward(importsWithin(files))).toEqual([]);
  const planted = { from: "billing/tables/events", to: "billing/events/handleEvent" };
  expect(upward([planted, { from: "stripeEvents/stripeWebhook", to: "billing/events/handleEvent" }])).toEqual(
    [planted],
  );
});

test("no two use cases of a feature call each other", () => {
  expect(circles(importsWithin(files))).toEqual([]);
  expect(
    circles([
      { from: "billing/events/handleEvent", to: "billing/refunds/giveBack" },
      { from: "billing/refunds/giveBack", to: "billing/events/work" },
      { from: "billing/reconciliation/run", to: "billing/events/handleEvent" },
    ]),
  ).toEqual(["billing/events", "billing/refunds"]);
});
