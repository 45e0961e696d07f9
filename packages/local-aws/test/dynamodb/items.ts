import {
  GetItemCommand,
  PutItemCommand,
  UpdateItemCommand,
  type UpdateItemCommandInput,
} from "@aws-sdk/client-dynamodb";
import { afterAll, beforeAll, expect } from "vitest";
import { startDatabase, type TestDatabase, testTable } from "./database.ts";

/** A table with an index by owner, and a test file's usual calls. */
export function startItems(shortName: string) {
  const table = testTable(shortName, {
    streamView: "NEW_AND_OLD_IMAGES",
    attributes: { pk: "S", sk: "S", owner: "S" },
    indexes: [{ name: "byOwner", key: { hash: "owner", range: null }, projection: "ALL" }],
  });
  const TableName = table.name;
  let database: TestDatabase;
  beforeAll(async () => {
    database = await startDatabase([table]);
  });
  afterAll(() => database.stop());
  let keys = 0;
  return {
    TableName,
    sdk: () => database.sdk,
    newKey(sk = "1") {
      keys += 1;
      return { pk: { S: `item-${keys}` }, sk: { S: sk } };
    },
    put: (Item: object, more: object = {}) =>
      database.sdk.send(new PutItemCommand({ TableName, Item: { ...Item }, ...more })),
    get: async (Key: Key) =>
      (await database.sdk.send(new GetItemCommand({ TableName, Key, ConsistentRead: true }))).Item,
    update: (Key: Key, UpdateExpression: string, more: Partial<UpdateItemCommandInput> = {}) =>
      database.sdk.send(
        new UpdateItemCommand({ TableName, Key, UpdateExpression, ReturnValues: "ALL_NEW", ...more }),
      ),
  };
}

export type Key = { pk: { S: string }; sk: { S: string } };

export const refused = (name: string) => expect.objectContaining({ name });

/** A call's error; null if it succeeds. */
export const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => error,
  );
