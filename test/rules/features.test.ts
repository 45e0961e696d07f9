import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { EVENT_HANDLER_IDS } from "../../infra/events.ts";
import { FEATURES } from "../../infra/features.ts";
import { ENDPOINTS } from "../../shared/endpoints.ts";
import {
  behindDoor,
  featureOf,
  FUNCTION_FILES as files,
  isDoor,
  type Taken,
  takenBy,
} from "../support/functionFiles.ts";

// Rules about functions/ that dependency-cruiser cannot express. .dependency-cruiser.mjs checks order and index.ts.

const LAMBDAS: ReadonlySet<string> = new Set([...Object.keys(ENDPOINTS), ...EVENT_HANDLER_IDS]);

const TAKEN = files.flatMap(takenBy);

test("no two endpoints have the same name, because docs and logs use the name alone", () => {
  const names = Object.keys(ENDPOINTS).map((id) => id.split("/")[1]);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

test("a contract is in its feature's folder of shared/", () => {
  const misplaced = Object.keys(ENDPOINTS).filter((id) => {
    const [feature = "", name = ""] = id.split("/");
    const texts = globSync(`shared/${feature}/*.ts`).map((file) => readFileSync(file, "utf8"));
    return !texts.some((text) => text.includes(`export const ${name} = endpoint(`));
  });
  expect(misplaced).toEqual([]);
});

test("the order of features lists every folder of functions/", () => {
  expect([...new Set(files.map(featureOf))].sort()).toEqual(Object.keys(FEATURES).sort());
});

test("every Lambda is at the root of its feature", () => {
  expect([...LAMBDAS].filter((id) => !files.includes(id))).toEqual([]);
});

function lonely(all: readonly string[]): string[] {
  return all.filter((file) => {
    const folder = path.posix.dirname(file);
    return folder.includes("/") && all.filter((other) => other.startsWith(`${folder}/`)).length === 1;
  });
}

test("every subfolder of a feature has more than one file", () => {
  expect(lonely(files)).toEqual([]);
  expect(lonely(["grants/table", "grants/a/table", "grants/b/rules", "grants/b/find"])).toEqual([
    "grants/a/table",
  ]);
});

/** A feature's layers, from top to bottom. All files that are not Lambdas, tables or rules are use cases. */
type Layer = "lambda" | "use case" | "table" | "rules";
function layerOf(file: string): Layer {
  if (/\/(rules|\w+Rules)$/.test(file)) return "rules";
  if (/\/(table|\w+Table)$/.test(file)) return "table";
  return LAMBDAS.has(file) ? "lambda" : "use case";
}

/** The layers that each layer of a feature may import. A lower layer never calls a higher one. */
const BELOW: Readonly<Record<Layer, readonly Layer[]>> = {
  lambda: ["use case", "table", "rules"],
  "use case": ["use case", "table", "rules"],
  table: ["table", "rules"],
  rules: ["rules"],
};
const upward = (all: readonly Taken[]): string[] =>
  all
    .filter(({ from, to }) => featureOf(from) === featureOf(to) && featureOf(from) !== "platform")
    .filter(({ from, to }) => !isDoor(from) && !BELOW[layerOf(from)].includes(layerOf(to)))
    .map(({ from, to }) => `${from} → ${to}`);

test("within a feature, no file imports a layer above its own", () => {
  expect(upward(TAKEN)).toEqual([]);
  expect(
    upward([
      { from: "grants/table", to: "grants/rights/find", names: [] },
      { from: "stripeEvents/stripeWebhook", to: "stripeEvents/handleEvent", names: [] },
    ]),
  ).toEqual(["grants/table → grants/rights/find"]);
});

const DOORS = TAKEN.filter(({ from }) => isDoor(from));
const throughDoors = (all: readonly Taken[]) =>
  all
    .filter(({ to }) => isDoor(to))
    .flatMap(({ from, to, names }) => names.map((name) => ({ from, feature: featureOf(to), name })));

/** Names that a rules file imports through another feature's index.ts although no rules file defines them. */
const impure = (taken: ReturnType<typeof throughDoors>): string[] =>
  taken
    .filter(({ from }) => layerOf(from) === "rules")
    .filter(({ feature, name }) => {
      const origin = behindDoor(`${feature}/index`, name);
      return origin === undefined || layerOf(origin) !== "rules";
    })
    .map(({ from, name }) => `${from}: ${name}`);

test("a rules file imports only rules through another feature's index.ts", () => {
  expect(impure(throughDoors(TAKEN))).toEqual([]);
  const planted = { from: "refunds/guarantee/rules", feature: "grants" };
  expect(
    impure([
      { ...planted, name: "ownsLifetime" },
      { ...planted, name: "listGrants" },
    ]),
  ).toEqual(["refunds/guarantee/rules: listGrants"]);
});

test("every name that a feature's index.ts exports is imported by another feature", () => {
  const taken = new Set(throughDoors(TAKEN).map(({ feature, name }) => `${feature}: ${name}`));
  const offered = DOORS.flatMap(({ from, names }) => names.map((name) => `${featureOf(from)}: ${name}`));
  expect(offered.filter((name) => !taken.has(name))).toEqual([]);
});
