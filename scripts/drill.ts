import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { listSeats } from "#shared/licenses/customer.ts";
import { ROOT } from "../local/options.ts";
import { seedAffiliates } from "../local/seed/affiliates.ts";
import { callApi, settle } from "../local/seed/api.ts";
import { signInCustomer } from "../local/seed/signIn.ts";
import { type Stack, startStack } from "../local/stack.ts";
import type { StackFile } from "../local/stackFile.ts";
import { portNumber, readArguments } from "./arguments.ts";
import { script } from "./deploy/run.ts";
import { checkLedger, ledgerProblems } from "./drill/ledger.ts";
import { digestOf, openTables, type Row, type Tables } from "./drill/tables.ts";
import { inVault } from "./drill/vault.ts";

/**
 * The restore drill, on a separate local stack with invented people and affiliates in every state. Dumps, damages and
 * restores all tables, then compares every row, runs the daily check of the ledger, and signs a customer in. Finally
 * restores only the vault's tables, leaves the others empty, and checks ledger and customer again. `npm run operate --
 * drill [--port 4960]`
 */
const FOLDER = path.join(ROOT, ".local", "drill");
const DEFAULT_PORT = "4960";
const started = performance.now();
const say = (what: string) =>
  console.log(`${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  ${what}`);

function start(port: number, streams: boolean): Promise<Stack> {
  return startStack({ dataDir: path.join(FOLDER, "stack"), port, reset: streams, quiet: true, streams });
}

/** Seeds a shop with some history. */
async function fill(port: number): Promise<void> {
  const stack = await start(port, true);
  try {
    say("The stack runs, with the seed's people. Affiliates join, earn and are paid …");
    await seedAffiliates(stack.file);
    await settle(stack.file);
  } finally {
    await stack.close();
  }
}

const fileOf = (table: string): string => path.join(FOLDER, `${table}.json`);

async function dump(tables: Tables): Promise<Map<string, string>> {
  mkdirSync(FOLDER, { recursive: true });
  const digests = new Map<string, string>();
  for (const table of tables.names) {
    // Restores must handle tables that would otherwise be empty.
    if ((await tables.rowsOf(table)).length === 0) await tables.put(table, { pk: "drill", sk: "row" });
    const rows = await tables.rowsOf(table);
    writeFileSync(fileOf(table), JSON.stringify(rows));
    digests.set(table, digestOf(rows));
    say(`${table}: ${rows.length} rows dumped, ${digests.get(table)}`);
  }
  return digests;
}

/** Deletes every second row, changes the others, and adds one. */
async function breakAll(tables: Tables): Promise<void> {
  for (const table of tables.names) {
    for (const [index, row] of (await tables.rowsOf(table)).entries())
      await (index % 2 === 0 ? tables.remove(table, row) : tables.put(table, { ...row, broken: true }));
    await tables.put(table, { pk: "nobody", sk: "nothing" });
  }
}

/** @param isKept tables with a copy; the others end up empty */
async function restore(tables: Tables, isKept: (table: string) => boolean): Promise<void> {
  for (const table of tables.names) {
    const rows: Row[] = isKept(table) ? JSON.parse(readFileSync(fileOf(table), "utf8")) : [];
    await tables.restore(table, rows);
  }
}

async function differences(tables: Tables, digests: ReadonlyMap<string, string>): Promise<string[]> {
  const found: string[] = [];
  for (const table of tables.names)
    if (digestOf(await tables.rowsOf(table)) !== digests.get(table))
      found.push(`${table} is not what it was.`);
  return found;
}

/** Streams are off meanwhile, as in the runbook, which first stops everything that writes. */
async function rehearse({ file }: Stack): Promise<string[]> {
  const tables = openTables(file);
  const digests = await dump(tables);
  await breakAll(tables);
  const broken = await differences(tables, digests);
  const ledger = await checkLedger(file);
  say(`Broken: ${broken.length} tables; the ledger differs for ${ledger.differing} affiliates.`);
  if (broken.length < tables.names.length || ledger.differing === 0)
    throw new Error("The drill would not notice what is broken.");
  const begun = performance.now();
  await restore(tables, () => true);
  say(`Restored in ${((performance.now() - begun) / 1000).toFixed(1)} s.`);
  const left = await differences(tables, digests);
  if (left.length > 0) return left;
  say("Every row is what it was.");
  const problems = await prove(file, tables);
  if (problems.length > 0) return problems;
  await restore(tables, inVault);
  const lost = tables.names.filter((table) => !inVault(table));
  say(`Restored from the vault alone; empty: ${lost.join(", ")}.`);
  return prove(file, tables);
}

/** Checks that what people own and are owed is there. @returns what is missing, as sentences */
async function prove(file: StackFile, tables: Tables): Promise<string[]> {
  const kept = (await tables.rowsOf("Payouts")).filter(({ sk }) => sk === "balance").length;
  const problems = ledgerProblems(await checkLedger(file), kept);
  if (problems.length > 0) return problems;
  say(`affiliates/checkLedger finds all ${kept} balances right.`);
  const token = await signInCustomer(file, file.customer);
  const { seats } = listSeats.output.parse(await callApi(file, listSeats, {}, { token }));
  if (seats.length === 0) return ["The customer has lost their seats."];
  say("The customer signs in and sees their seats.");
  return [];
}

await script(async () => {
  const { values } = readArguments(process.argv.slice(2), {
    port: { type: "string", default: DEFAULT_PORT },
  });
  const port = portNumber("--port", values.port);
  await fill(port);
  const stack = await start(port, false);
  try {
    const problems = await rehearse(stack);
    for (const problem of problems) console.error(problem);
    if (problems.length > 0) process.exitCode = 1;
  } finally {
    await stack.close();
  }
});
