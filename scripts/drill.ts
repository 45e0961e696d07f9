import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import {
  BatchWriteItemCommand,
  CreateTableCommand,
  PutItemCommand,
  paginateScan,
  type WriteRequest,
} from "@aws-sdk/client-dynamodb";
import { LOCAL_SECRET_KEY, ROOT_ACCESS_KEY } from "#local-aws";
import { listSeats } from "#shared/licenses/customer.ts";
import { TABLES, VAULT_TABLES } from "../infra/tables.ts";
import { ROOT } from "../local/options.ts";
import { seedAffiliates } from "../local/seed/affiliates.ts";
import { callApi, settle } from "../local/seed/api.ts";
import { signInCustomer } from "../local/seed/signIn.ts";
import { startStack } from "../local/stack.ts";
import type { StackFile } from "../local/stackFile.ts";
import { portNumber, readArguments } from "./arguments.ts";
import { clientsIn } from "./aws/clients.ts";
import { deploymentOf } from "./deploy/deployment.ts";
import { Refusal, script } from "./deploy/run.ts";
import { besideOf } from "./restore/beside.ts";
import type { Place } from "./restore/place.ts";
import { proveLedger, restore } from "./restore/restore.ts";
import { MAX_WRITTEN, type Row } from "./restore/rows.ts";
import { setWriters } from "./restore/writers.ts";

/**
 * The restore drill, on a separate local stack with invented people and affiliates in every state. Stops its writers,
 * copies every table as a restore does, damages all tables, and runs the restore command of a deployed stage. Compares
 * every row, the ledger, and what a customer sees. Then repeats all this with the vault's tables alone. `npm run
 * operate -- drill [--port 4960]`
 */
const FOLDER = path.join(ROOT, ".local", "drill");
const DEFAULT_PORT = "4960";
const ALL = Object.keys(TABLES);
const started = performance.now();
const say = (what: string) =>
  console.log(`${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  ${what}`);
/** Waits for nothing, because no local job runs for 15 minutes. */
const pause = async (): Promise<void> => {};

function placeOf({ awsUrl, dynamodb, cognito }: StackFile): Place {
  const credentials = { accessKeyId: ROOT_ACCESS_KEY, secretAccessKey: LOCAL_SECRET_KEY };
  return {
    clients: clientsIn({ region: dynamodb.region, endpoint: awsUrl, credentials }),
    deployment: deploymentOf("dev"),
    userPoolId: cognito.userPoolId,
  };
}

async function rowsOf({ clients }: Place, TableName: string): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const { Items = [] } of paginateScan({ client: clients.dynamodb() }, { TableName }))
    rows.push(...Items);
  return rows;
}

async function write({ clients }: Place, table: string, writes: readonly WriteRequest[]): Promise<void> {
  for (let index = 0; index < writes.length; index += MAX_WRITTEN)
    await clients
      .dynamodb()
      .send(
        new BatchWriteItemCommand({ RequestItems: { [table]: writes.slice(index, index + MAX_WRITTEN) } }),
      );
}

const putOf = (Item: Row): WriteRequest => ({ PutRequest: { Item } });
const deleteOf = ({ pk, sk }: Row): WriteRequest => ({
  DeleteRequest: { Key: { ...(pk && { pk }), ...(sk && { sk }) } },
});

/** Copies each table beside itself, as a restore to a point in time or from the vault does. */
async function copyBeside(place: Place): Promise<void> {
  for (const name of ALL) {
    const table = place.deployment.table(name);
    // Leaves no table empty, because the drill must restore a row of each.
    await place.clients
      .dynamodb()
      .send(new PutItemCommand({ TableName: table, Item: { pk: { S: "drill" }, sk: { S: "row" } } }));
    const TableName = besideOf(table, undefined);
    await place.clients.dynamodb().send(
      new CreateTableCommand({
        TableName,
        BillingMode: "PAY_PER_REQUEST",
        AttributeDefinitions: ["pk", "sk"].map((AttributeName) => ({ AttributeName, AttributeType: "S" })),
        KeySchema: [
          { AttributeName: "pk", KeyType: "HASH" },
          { AttributeName: "sk", KeyType: "RANGE" },
        ],
      }),
    );
    const rows = await rowsOf(place, table);
    await write(place, TableName, rows.map(putOf));
    say(`${table}: ${rows.length} rows`);
  }
}

/** Deletes every second row, changes the others, and adds one. */
async function breakAll(place: Place): Promise<void> {
  for (const name of ALL) {
    const table = place.deployment.table(name);
    const rows = await rowsOf(place, table);
    await write(place, table, [
      ...rows.map((row, index) =>
        index % 2 === 0 ? deleteOf(row) : putOf({ ...row, broken: { BOOL: true } }),
      ),
      putOf({ pk: { S: "nobody" }, sk: { S: "nothing" } }),
    ]);
  }
  const { differing } = await proveLedger(place);
  say(`Broken: ${ALL.length} tables; the ledger differs for ${differing} affiliates.`);
  if (differing === 0) throw new Refusal("The drill does not notice the damage.");
}

async function emptyAll(place: Place): Promise<void> {
  for (const name of ALL) {
    const table = place.deployment.table(name);
    await write(place, table, (await rowsOf(place, table)).map(deleteOf));
  }
}

/** Answers like a person who wants everything back and deletes the rows that were added since. */
async function restoreAll(place: Place, tables: readonly string[]): Promise<void> {
  const file = path.join(FOLDER, "plan.tsv");
  const answers = ["dev", "copy", "resume"];
  const said: string[] = [];
  await restore(
    place,
    { tables, to: undefined, file },
    {
      say: (line) => {
        said.push(line);
        say(line);
      },
      pause,
      now: () => new Date(),
      ask: async () => {
        const answer = answers.shift() ?? "";
        if (answer === "copy")
          writeFileSync(file, readFileSync(file, "utf8").replaceAll(/^keep\t/gm, "delete\t"));
        return answer;
      },
    },
  );
  if (!said.includes("Compared again: 0 lost, 0 changed, 0 new."))
    throw new Refusal("A restored row differs from the original.");
}

async function prove(file: StackFile, place: Place): Promise<void> {
  await settle(file);
  const balances = (await rowsOf(place, place.deployment.table("Payouts"))).filter(
    ({ sk }) => sk?.S === "balance",
  );
  const { compared, differing } = await proveLedger(place);
  if (compared !== balances.length || compared === 0 || differing > 0)
    throw new Refusal(`The ledger saw ${compared} of ${balances.length} balances, and ${differing} differ.`);
  say(`affiliates/checkLedger confirms all ${compared} balances.`);
  const token = await signInCustomer(file, file.customer);
  const { seats } = listSeats.output.parse(await callApi(file, listSeats, {}, { token }));
  if (seats.length === 0) throw new Refusal("The customer has lost their seats.");
  say("The customer signs in and sees their seats.");
}

await script(async () => {
  const { values } = readArguments(process.argv.slice(2), {
    port: { type: "string", default: DEFAULT_PORT },
  });
  const port = portNumber("--port", values.port);
  const { file, close } = await startStack({
    dataDir: path.join(FOLDER, "stack"),
    port,
    reset: true,
    quiet: true,
    schedules: false,
  });
  try {
    say("The stack runs, with the seed's people. Affiliates join, earn and are paid …");
    await seedAffiliates(file);
    await settle(file);
    const place = placeOf(file);
    await setWriters(place, false, say, pause);
    await copyBeside(place);
    await breakAll(place);
    await restoreAll(place, ALL);
    await prove(file, place);
    await setWriters(place, false, say, pause);
    await emptyAll(place);
    say("Every table is empty. Only the vault's tables come back.");
    await restoreAll(place, VAULT_TABLES);
    await prove(file, place);
  } finally {
    await close();
  }
});
