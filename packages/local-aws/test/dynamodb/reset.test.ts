import { afterAll, beforeAll, expect, it } from "vitest";
import { localDynamodb } from "../../src/dynamodb/client.ts";
import { startDynamodb } from "../../src/dynamodb/process.ts";
import { resetTables } from "../../src/dynamodb/reset.ts";
import { ensureTables } from "../../src/dynamodb/tables.ts";
import { REGION, startDatabase, type TestDatabase, testTable } from "./database.ts";

const [ours, another] = [testTable("Ours"), testTable("Another")];
let database: TestDatabase;
beforeAll(async () => {
  database = await startDatabase([ours, another]);
});
afterAll(() => database.stop());

const rowIn = async (table: typeof ours): Promise<void> => {
  const Item = { pk: { S: "left" }, sk: { S: "over" } };
  await database.process.client.call("PutItem", { TableName: table.name, Item });
};
const rowsIn = async (table: typeof ours): Promise<unknown> =>
  (await database.process.client.call("Scan", { TableName: table.name, Select: "COUNT" })).Count;

it("a reset of the user's database empties only the template's tables", async () => {
  await rowIn(ours);
  await rowIn(another);
  const given = await startDynamodb({ port: 0, region: REGION, endpoint: database.process.endpoint });
  await resetTables(given, [ours]);
  await ensureTables(given.client, [ours]);
  await given.close();
  expect([await rowsIn(ours), await rowsIn(another)]).toEqual([0, 1]);
});

it("a reset deletes no table in an AWS account", async () => {
  const endpoint = "https://dynamodb.eu-central-1.amazonaws.com";
  const client = localDynamodb(endpoint, REGION, "unsigned");
  await expect(resetTables({ pid: undefined, endpoint, client }, [ours])).rejects.toThrow(
    /DYNAMODB_ENDPOINT is https:.*AWS account/,
  );
});
