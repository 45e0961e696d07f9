import {
  BatchGetItemCommand,
  BatchWriteItemCommand,
  type UpdateItemCommandInput,
} from "@aws-sdk/client-dynamodb";
import { describe, expect, it } from "vitest";
import { failure, type Key, refused, startItems } from "./items.ts";

/** Limits and updates. DYNAMODB_ENDPOINT selects another database. */
const { TableName, sdk, newKey, put, get, update } = startItems("Limits");

describe("limits", () => {
  it("refuse items over 400 KB, on a put and on an update", async () => {
    const key = newKey();
    const text = (bytes: number) => ({ S: "x".repeat(bytes) });
    expect(await failure(put({ ...key, big: text(409_000) }))).toBeNull();
    expect(await failure(put({ ...newKey(), big: text(410_000) }))).toEqual(refused("ValidationException"));
    const grown = update(key, "SET more = :more", { ExpressionAttributeValues: { ":more": text(1_000) } });
    expect(await failure(grown)).toEqual(refused("ValidationException"));
  });

  it("refuse batches of more than 25 writes or 100 reads, and repeated items", async () => {
    const write = (items: Key[]) =>
      sdk().send(
        new BatchWriteItemCommand({
          RequestItems: { [TableName]: items.map((Item) => ({ PutRequest: { Item } })) },
        }),
      );
    const read = (Keys: Key[]) =>
      sdk().send(new BatchGetItemCommand({ RequestItems: { [TableName]: { Keys } } }));
    const some = (count: number) => Array.from({ length: count }, () => newKey());
    const [key] = some(1);
    if (!key) throw new Error("no key");
    const validation = refused("ValidationException");
    expect(await failure(write(some(25)))).toBeNull();
    expect(await failure(write(some(26)))).toEqual(validation);
    expect(await failure(write([key, key]))).toEqual(validation);
    expect(await failure(read(some(100)))).toBeNull();
    expect(await failure(read(some(101)))).toEqual(validation);
    expect(await failure(read([key, key]))).toEqual(validation);
  });

  it("refuse keys that are empty, missing, too long or of the wrong type", async () => {
    const validation = refused("ValidationException");
    expect(await failure(put({ pk: { S: "" }, sk: { S: "1" } }))).toEqual(validation);
    expect(await failure(put({ pk: { S: "a" } }))).toEqual(validation);
    expect(await failure(put({ pk: { N: "1" }, sk: { S: "1" } }))).toEqual(validation);
    expect(await failure(put({ pk: { S: "x".repeat(2_049) }, sk: { S: "1" } }))).toEqual(validation);
    expect(await failure(put({ pk: { S: "a" }, sk: { S: "x".repeat(1_025) } }))).toEqual(validation);
    expect(await failure(put({ ...newKey(), owner: { S: "" } }))).toEqual(validation);
  });

  it("refuse wrong update expressions", async () => {
    const key = newKey();
    await put(key);
    const one = { ":x": { S: "x" } };
    const attempts: [string, Partial<UpdateItemCommandInput>][] = [
      ["SET name = :x", { ExpressionAttributeValues: one }],
      ["SET a = :x", { ExpressionAttributeValues: { ...one, ":y": { S: "y" } } }],
      ["SET a = :x", { ExpressionAttributeValues: one, ExpressionAttributeNames: { "#b": "b" } }],
      ["SET a = :missing", {}],
      ["SET sk = :x", { ExpressionAttributeValues: one }],
      ["SET a = :x, a = :x", { ExpressionAttributeValues: one }],
    ];
    for (const [expression, more] of attempts) {
      expect([expression, await failure(update(key, expression, more))]).toEqual([
        expression,
        refused("ValidationException"),
      ]);
    }
  });
});

describe("updates", () => {
  it("add, append, set only missing attributes, and remove", async () => {
    const key = newKey();
    const values = { ":n": { N: "2" }, ":l": { L: [{ S: "a" }] }, ":none": { L: [] }, ":s": { SS: ["x"] } };
    const expression =
      "SET l = list_append(if_not_exists(l, :none), :l), f = if_not_exists(f, :n) ADD n :n, s :s";
    await update(key, expression, { ExpressionAttributeValues: values });
    const again = await update(key, expression, {
      ExpressionAttributeValues: { ...values, ":s": { SS: ["y"] } },
    });
    expect(again.Attributes).toMatchObject({
      l: { L: [{ S: "a" }, { S: "a" }] },
      f: { N: "2" },
      n: { N: "4" },
    });
    expect(again.Attributes?.s?.SS?.sort()).toEqual(["x", "y"]);
    const removed = await update(key, "REMOVE l[0], f");
    expect(removed.Attributes).toMatchObject({ l: { L: [{ S: "a" }] } });
    expect(removed.Attributes).not.toHaveProperty("f");
  });

  it("keep numbers of 38 digits exactly", async () => {
    const key = newKey();
    const N = "12345678901234567890123456789012345678";
    await put({ ...key, n: { N } });
    await update(key, "ADD n :one", { ExpressionAttributeValues: { ":one": { N: "1" } } });
    expect((await get(key))?.n).toEqual({ N: "12345678901234567890123456789012345679" });
  });

  it("return the old or the new values of the changed attributes", async () => {
    const key = newKey();
    await put({ ...key, a: { N: "1" }, b: { N: "1" } });
    const add = (ReturnValues: "UPDATED_OLD" | "UPDATED_NEW") =>
      update(key, "ADD a :one", { ExpressionAttributeValues: { ":one": { N: "1" } }, ReturnValues });
    expect((await add("UPDATED_OLD")).Attributes).toEqual({ a: { N: "1" } });
    expect((await add("UPDATED_NEW")).Attributes).toEqual({ a: { N: "3" } });
  });
});
