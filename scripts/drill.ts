import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../local/options.ts";
import { signInOnce } from "../local/seed/signIn.ts";
import { startStack } from "../local/stack.ts";
import { ledgerDifferences, type Row } from "./drill/ledger.ts";
import { digestOf, openTables, type Tables } from "./drill/tables.ts";

/**
 * The restore drill, against a local stack of its own with made-up people: all tables are dumped, broken, restored;
 * then every row is compared, the ledger proven, and a customer signs in. `npm run drill [-- --port 4960]`
 */
const FOLDER = path.join(ROOT, ".local", "drill");
const DEFAULT_PORT = 4960;
const started = performance.now();
const say = (what: string) =>
  console.log(`${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  ${what}`);

/** A ledger worth proving, as the programme writes it: three affiliates who earned, lost and were paid. */
async function writeLedger(tables: Tables): Promise<void> {
  for (const [index, amounts] of [[1200, -300], [500, 500, -1000], [77]].entries()) {
    const pk = `affiliate#drill-${index}`;
    for (const [number, amountCents] of amounts.entries())
      await tables.put("Payouts", { pk, sk: `entry#drill-${number}`, amountCents });
    const balanceCents = amounts.reduce((sum, amount) => sum + amount, 0);
    await tables.put("Payouts", { pk, sk: "balance", balanceCents });
  }
}

const fileOf = (table: string): string => path.join(FOLDER, `${table}.json`);

async function dump(tables: Tables): Promise<Map<string, string>> {
  mkdirSync(FOLDER, { recursive: true });
  const digests = new Map<string, string>();
  for (const table of tables.names) {
    const rows = await tables.rowsOf(table);
    writeFileSync(fileOf(table), JSON.stringify(rows));
    digests.set(table, digestOf(rows));
    say(`${table}: ${rows.length} rows dumped, ${digests.get(table)}`);
  }
  return digests;
}

/** Every second row is lost, the others are wrong, and something is there that never was. */
async function breakAll(tables: Tables): Promise<void> {
  for (const table of tables.names) {
    for (const [index, row] of (await tables.rowsOf(table)).entries())
      await (index % 2 === 0 ? tables.remove(table, row) : tables.put(table, { ...row, broken: true }));
    await tables.put(table, { pk: "nobody", sk: "nothing" });
  }
}

async function restore(tables: Tables): Promise<void> {
  for (const table of tables.names) {
    const rows: Row[] = JSON.parse(readFileSync(fileOf(table), "utf8"));
    await tables.restore(table, rows);
  }
}

async function differences(tables: Tables, digests: ReadonlyMap<string, string>): Promise<string[]> {
  const found = ledgerDifferences(await tables.rowsOf("Payouts"));
  for (const table of tables.names)
    if (digestOf(await tables.rowsOf(table)) !== digests.get(table))
      found.push(`${table} is not what it was`);
  return found;
}

async function main(): Promise<number> {
  const given = process.argv.indexOf("--port");
  const port = given < 0 ? DEFAULT_PORT : Number(process.argv[given + 1]);
  const stack = await startStack({
    dataDir: path.join(FOLDER, "stack"),
    port,
    seed: true,
    reset: true,
    quiet: true,
  });
  try {
    say("The stack runs, with the seed's people.");
    const tables = openTables(stack.file);
    await writeLedger(tables);
    const digests = await dump(tables);
    await breakAll(tables);
    const broken = await differences(tables, digests);
    say(`Broken: ${broken.length} differences found.`);
    if (broken.length < tables.names.length) throw new Error("The drill would not notice a broken table.");
    const begun = performance.now();
    await restore(tables);
    say(`Restored in ${((performance.now() - begun) / 1000).toFixed(1)} s.`);
    const left = await differences(tables, digests);
    for (const difference of left) console.error(difference);
    if (left.length > 0) return 1;
    say("Every row is what it was, and the ledger's entries sum up to its balances.");
    const token = await signInOnce(stack.file, stack.file.customer);
    const seats = await fetch(`${stack.file.apiUrl}/api/seats`, {
      headers: { authorization: `Bearer ${token}` },
    });
    if (!seats.ok) throw new Error(`The customer's seats were answered with ${seats.status}.`);
    say("The customer signs in and sees their seats.");
    return 0;
  } finally {
    await stack.close();
  }
}

process.exitCode = await main();
