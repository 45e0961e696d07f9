import { globSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { EVENT_HANDLER_IDS } from "../../infra/events.ts";
import { ENDPOINTS } from "../../shared/endpoints.ts";

/** The law of every feature folder: what stands at its root is a Lambda, its decisions or its rows. */
const LAMBDAS: ReadonlySet<string> = new Set([...Object.keys(ENDPOINTS), ...EVENT_HANDLER_IDS]);
const BESIDE: ReadonlySet<string> = new Set(["rules", "table"]);

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

test("the root of a feature holds its Lambdas, rules.ts and table.ts", () => {
  expect(misplaced(files)).toEqual([]);
  expect(misplaced(["billing/stripeWebhook", "billing/rules", "billing/helper", "billing/a/helper"])).toEqual(
    ["billing/helper"],
  );
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
