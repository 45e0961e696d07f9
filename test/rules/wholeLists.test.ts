import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { SCHEDULED_IDS } from "../../infra/events.ts";
import { modulesOf } from "../support/functionFiles.ts";

const root = path.resolve(import.meta.dirname, "../..");

/** Loops that read a list to its end although their job may be stopped, each with the reason why the list stays short. */
const SHORT: Readonly<Record<string, string>> = {
  "functions/affiliates/ledger/check/transfersTo.ts": "the transfers to one affiliate",
  "functions/affiliates/ledger/table.ts": "the ledger of one affiliate, a page at a time",
  "functions/insights/entryTable.ts": "the keys of one customer",
  "functions/platform/dynamo.ts": "eachItem, for the lists below",
};

/** What reads a list to its end by `eachItem`, and why it may. */
const EACH_ITEM: Readonly<Record<string, string>> = {
  "functions/activity/table.ts": "an account's, which is deleted",
  "functions/audit/table.ts": "what operators changed about one account",
  "functions/mail/table.ts": "an account's, which is deleted",
  "functions/mail/waiting/table.ts": "up to a limit; for an account that is deleted, to the end",
  "functions/security/table.ts": "an account's, which is deleted",
};

/** What a loop follows that goes from page to page. */
const FOLLOWS_PAGES = /\bhas_more\b|\blastKey\b|\bnext\b/;
/** What ends it before the list does: the time of the run, or enough found. */
const ENDS = /remainingMs|goesOn|length|finished/;

/** The conditions of loops from page to page that nothing but the list's end ends. */
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

test("no job that runs by the clock reads a whole list in one invocation", () => {
  const files = new Set(
    SCHEDULED_IDS.flatMap((id) => [...modulesOf(id)].map((file) => `functions/${file}.ts`)),
  );
  const found = [...files].filter(
    (file) => endlessLoops(readFileSync(path.join(root, file), "utf8")).length > 0,
  );
  expect(found.sort(), "Keep the place and stop in time, as functions/reconciliation/run.ts does").toEqual(
    Object.keys(SHORT).sort(),
  );
});

test("nothing else reads a list to its end", () => {
  const users = globSync("functions/**/*.ts", { cwd: root }).filter((file) =>
    /[^*] eachItem\(/.test(readFileSync(path.join(root, file), "utf8")),
  );
  expect(users.sort()).toEqual(Object.keys(EACH_ITEM).sort());
});

test("a list that is read from the start to its end is found", () => {
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
