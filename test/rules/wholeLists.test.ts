import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { SCHEDULED_IDS } from "../../infra/events.ts";
import { modulesOf } from "../support/functionFiles.ts";

const root = path.resolve(import.meta.dirname, "../..");

/** Loops of scheduled jobs that read a list to its end, each with the reason why the list stays short. */
const SHORT: Readonly<Record<string, string>> = {
  "functions/affiliates/ledger/check/transfersTo.ts": "the transfers to one affiliate",
  "functions/insights/entryTable.ts": "the keys of one customer",
  "functions/platform/dynamo.ts": "eachPage, for the lists below",
};

/** Files that read a list to its end with `eachPage`, `eachItem` or `allItems`, with the kind of list. */
const WHOLE: Readonly<Record<string, string>> = {
  "functions/activity/table.ts": "the rows of an account that is deleted",
  "functions/affiliates/ledger/commissionsTable.ts":
    "one affiliate's commissions since a given time, page by page",
  "functions/affiliates/ledger/table.ts": "the ledger of one affiliate, a page at a time",
  "functions/audit/table.ts": "the operators' changes of one account",
  "functions/grants/intentTable.ts":
    "settlements whose call failed; an alarm rings for each that fails again",
  "functions/insights/growth/figureTable.ts": "the figures of days",
  "functions/mail/table.ts": "the rows of an account that is deleted",
  "functions/mail/waiting/table.ts": "up to a limit, or all rows of an account that is deleted",
  "functions/payouts/batches/table.ts": "the runs of a year",
  "functions/payouts/leavingTable.ts": "the payouts of an account that is deleted, a page at a time",
  "functions/refunds/table.ts": "refunds whose call failed; an alarm rings for each that fails again",
  "functions/security/table.ts": "the rows of an account that is deleted",
};

/** The cursor of a loop over pages. */
const FOLLOWS_PAGES = /\bhas_more\b|\blastKey\b|\bnext\b/;
/** A condition that ends the loop early: the run's time is over, or it has found enough. */
const ENDS = /remainingMs|goesOn|length|finished/;

/** The conditions of loops over pages that only the list's end stops. */
function endlessLoops(text: string): string[] {
  const loops = [
    ...text.matchAll(/\bdo \{(?<body>[\s\S]*?)\n\s*\} while \((?<condition>[^;]*)\);/g),
    ...text.matchAll(/\bwhile \((?<condition>.*)\) \{(?<body>[\s\S]*?)\n {2,4}\}/g),
    ...text.matchAll(/\bfor \((?<condition>[^)]*;[^)]*;[^)]*)\) \{(?<body>[\s\S]*?)\n {2,4}\}/g),
  ];
  return loops
    .filter(({ groups }) => FOLLOWS_PAGES.test(groups?.body ?? "") && !ENDS.test(groups?.condition ?? ""))
    .map(({ groups }) => groups?.condition ?? "");
}

test("no scheduled job reads a long list to its end in one invocation", () => {
  const files = new Set(
    SCHEDULED_IDS.flatMap((id) => [...modulesOf(id)].map((file) => `functions/${file}.ts`)),
  );
  const found = [...files].filter(
    (file) => endlessLoops(readFileSync(path.join(root, file), "utf8")).length > 0,
  );
  expect(found.sort(), "Store the position and stop in time, like functions/reconciliation/run.ts").toEqual(
    Object.keys(SHORT).sort(),
  );
});

test("only the listed files read a list to its end with eachPage, eachItem or allItems", () => {
  const users = globSync("functions/**/*.ts", { cwd: root }).filter(
    (file) =>
      file !== "functions/platform/dynamo.ts" &&
      /\b(?:eachPage|eachItem|allItems)\(/.test(readFileSync(path.join(root, file), "utf8")),
  );
  expect(users.sort()).toEqual(Object.keys(WHOLE).sort());
});

test("the check finds a loop that reads a list to its end", () => {
  const whole = `async function listCustomers() {
  let after;
  do {
    const { data, has_more } = await customers.list({ starting_after: after });
    after = has_more ? data.at(-1)?.id : undefined;
  } while (after !== undefined);
}`;
  expect(endlessLoops(whole)).toHaveLength(1);
  expect(
    endlessLoops(whole.replace("after !== undefined)", "after !== undefined && remainingMs() > 0)")),
  ).toEqual([]);
});
