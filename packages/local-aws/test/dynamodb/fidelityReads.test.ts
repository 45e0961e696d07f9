import {
  type AttributeValue,
  BatchWriteItemCommand,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  type QueryCommandInput,
  TransactWriteItemsCommand,
} from "@aws-sdk/client-dynamodb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { streamReader } from "../../src/aws/sources/streamReader.ts";
import { startDatabase, type TestDatabase, testTable } from "./database.ts";

/** Pages, indexes, costs and the stream. DYNAMODB_ENDPOINT selects another database. */
const main = testTable("Reads", {
  streamView: "NEW_AND_OLD_IMAGES",
  ttlAttribute: "expiresAtEpoch",
  attributes: { pk: "S", sk: "S", owner: "S", at: "S" },
  indexes: [
    { name: "byOwner", key: { hash: "owner", range: "at" }, projection: "ALL" },
    { name: "keysByOwner", key: { hash: "owner", range: null }, projection: "KEYS_ONLY" },
  ],
});
const TableName = main.name;

let database: TestDatabase;
beforeAll(async () => {
  database = await startDatabase([main]);
});
afterAll(() => database.stop());

const put = (Item: Record<string, AttributeValue>) =>
  database.sdk.send(new PutItemCommand({ TableName, Item }));
const query = (input: Partial<QueryCommandInput>) =>
  database.sdk.send(new QueryCommand({ TableName, ...input }));
const ofOwner = (owner: string, more: Partial<QueryCommandInput> = {}) =>
  query({
    IndexName: "byOwner",
    KeyConditionExpression: "#owner = :owner",
    ExpressionAttributeNames: { "#owner": "owner" },
    ExpressionAttributeValues: { ":owner": { S: owner } },
    ...more,
  });
const ofPartition = (pk: string, more: Partial<QueryCommandInput> = {}) =>
  query({
    KeyConditionExpression: "pk = :pk",
    ...more,
    ExpressionAttributeValues: { ":pk": { S: pk }, ...more.ExpressionAttributeValues },
  });

async function writeAll(items: Record<string, AttributeValue>[]): Promise<void> {
  for (let from = 0; from < items.length; from += 25) {
    const page = items.slice(from, from + 25).map((Item) => ({ PutRequest: { Item } }));
    await database.sdk.send(new BatchWriteItemCommand({ RequestItems: { [TableName]: page } }));
  }
}

/** Waits for the index: AWS updates it a moment later, the embedded database immediately. */
async function indexed(owner: string, count: number): Promise<void> {
  for (let tries = 0; tries < 50; tries += 1) {
    if ((await ofOwner(owner, { Select: "COUNT" })).Count === count) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

describe("pages of an index", () => {
  const item = (owner: string, n: number, at = String(n).padStart(3, "0")) => ({
    pk: { S: `${owner}-${n}` },
    sk: { S: "1" },
    owner: { S: owner },
    at: { S: at },
  });

  it("return every item once, in both directions", async () => {
    await writeAll(Array.from({ length: 60 }, (_, n) => item("pages", n)));
    await indexed("pages", 60);
    for (const ScanIndexForward of [true, false]) {
      const seen: (string | undefined)[] = [];
      let from: Record<string, AttributeValue> | undefined;
      do {
        const page = await ofOwner("pages", {
          Limit: 25,
          ScanIndexForward,
          ...(from && { ExclusiveStartKey: from }),
        });
        seen.push(...(page.Items ?? []).map((found) => found.at?.S));
        from = page.LastEvaluatedKey;
        if (from) expect(Object.keys(from).sort()).toEqual(["at", "owner", "pk", "sk"]);
      } while (from);
      const expected = Array.from({ length: 60 }, (_, n) => String(n).padStart(3, "0"));
      expect(seen).toEqual(ScanIndexForward ? expected : expected.reverse());
    }
  });

  it("return every item even if sort keys are equal", async () => {
    await writeAll(Array.from({ length: 7 }, (_, n) => item("same", n, "x")));
    await indexed("same", 7);
    const seen = new Set<string | undefined>();
    let from: Record<string, AttributeValue> | undefined;
    do {
      const page = await ofOwner("same", { Limit: 2, ...(from && { ExclusiveStartKey: from }) });
      for (const found of page.Items ?? []) seen.add(found.pk?.S);
      from = page.LastEvaluatedKey;
    } while (from);
    expect(seen.size).toBe(7);
  });

  it("omit items without the index's keys, and attributes that are not projected", async () => {
    await put({ pk: { S: "sparse-1" }, sk: { S: "1" }, owner: { S: "sparse" }, more: { S: "x" } });
    await put({ ...item("sparse", 2), more: { S: "x" } });
    await indexed("sparse", 1);
    expect((await ofOwner("sparse")).Items?.map((found) => found.pk?.S)).toEqual(["sparse-2"]);
    const keysOnly = await ofOwner("sparse", { IndexName: "keysByOwner" });
    expect(keysOnly.Items).toHaveLength(2);
    expect(keysOnly.Items?.every((found) => !("more" in found))).toBe(true);
  });

  it("refuse consistent reads and incomplete start keys", async () => {
    await expect(ofOwner("pages", { ConsistentRead: true })).rejects.toMatchObject({
      name: "ValidationException",
    });
    const ExclusiveStartKey = { pk: { S: "pages-1" }, sk: { S: "1" } };
    await expect(ofOwner("pages", { ExclusiveStartKey })).rejects.toMatchObject({
      name: "ValidationException",
    });
  });
});

describe("queries", () => {
  it("apply the limit before the filter", async () => {
    await writeAll(
      Array.from({ length: 10 }, (_, n) => ({
        pk: { S: "limit" },
        sk: { S: String(n) },
        even: { BOOL: n % 2 === 0 },
      })),
    );
    const page = await ofPartition("limit", {
      Limit: 4,
      FilterExpression: "even = :yes",
      ExpressionAttributeValues: { ":yes": { BOOL: true } },
    });
    expect([page.Count, page.ScannedCount, page.LastEvaluatedKey?.sk]).toEqual([2, 4, { S: "3" }]);
  });

  it("stop at 1 MB", async () => {
    const big = { S: "x".repeat(300_000) };
    for (const sk of ["1", "2", "3", "4", "5"]) await put({ pk: { S: "big" }, sk: { S: sk }, big });
    const page = await ofPartition("big");
    expect(page.Count).toBeLessThan(5);
    expect(page.LastEvaluatedKey).toBeDefined();
  });

  it("compare sort keys in byte order", async () => {
    await writeAll(["A", "a", "ä", "b#1", "b#2", "c"].map((sk) => ({ pk: { S: "range" }, sk: { S: sk } })));
    const keys = async (condition: string, values: Record<string, AttributeValue>) =>
      (
        await ofPartition("range", {
          KeyConditionExpression: `pk = :pk AND ${condition}`,
          ExpressionAttributeValues: values,
        })
      ).Items?.map((found) => found.sk?.S);
    expect(await keys("begins_with(sk, :b)", { ":b": { S: "b#" } })).toEqual(["b#1", "b#2"]);
    expect(await keys("sk BETWEEN :x AND :y", { ":x": { S: "a" }, ":y": { S: "b#1" } })).toEqual([
      "a",
      "b#1",
    ]);
    expect(await keys("sk > :x", { ":x": { S: "b#2" } })).toEqual(["c", "ä"]);
  });
});

describe("capacity", () => {
  const capacity = { ReturnConsumedCapacity: "INDEXES" as const };
  const Key = { pk: { S: "cost" }, sk: { S: "1" } };

  it("counts writes per KB and per index, and doubles them in transactions", async () => {
    const big = { S: "x".repeat(3_000) };
    const one = await database.sdk.send(
      new PutItemCommand({ TableName, Item: { ...Key, big }, ...capacity }),
    );
    expect(one.ConsumedCapacity?.CapacityUnits).toBe(3);
    const Item = { pk: { S: "cost" }, sk: { S: "2" }, owner: { S: "cost" }, at: { S: "1" } };
    const withIndexes = await database.sdk.send(new PutItemCommand({ TableName, Item, ...capacity }));
    expect(withIndexes.ConsumedCapacity?.GlobalSecondaryIndexes).toMatchObject({
      byOwner: { CapacityUnits: 1 },
      keysByOwner: { CapacityUnits: 1 },
    });
    const Put = { TableName, Item: { pk: { S: "cost" }, sk: { S: "3" } } };
    const twice = await database.sdk.send(
      new TransactWriteItemsCommand({ TransactItems: [{ Put }], ...capacity }),
    );
    // Amazon's DynamoDB Local also counts the replaced row, so the sum is two or four units.
    expect((twice.ConsumedCapacity?.[0]?.CapacityUnits ?? 0) % 2).toBe(0);
    expect(twice.ConsumedCapacity?.[0]?.CapacityUnits).toBeGreaterThanOrEqual(2);
  });

  it("halves the cost of eventually consistent reads", async () => {
    const cost = async (ConsistentRead: boolean) =>
      (await database.sdk.send(new GetItemCommand({ TableName, Key, ConsistentRead, ...capacity })))
        .ConsumedCapacity?.CapacityUnits;
    expect([await cost(false), await cost(true)]).toEqual([0.5, 1]);
  });
});

describe("a table's stream and time to live", () => {
  it("the stream has each change in order, with the old and the new image", async () => {
    const reader = await streamReader(database.process.client, TableName);
    const Item = { pk: { S: "streamed" }, sk: { S: "1" } };
    await put({ ...Item, n: { N: "1" } });
    await put({ ...Item, n: { N: "2" } });
    await database.process.client.call("DeleteItem", { TableName, Key: Item });
    const found: unknown[] = [];
    for (const shard of await reader.shards()) {
      for (let after: string | null = null; ; ) {
        const { records } = await reader.read(shard.ShardId, after, 1000);
        const last = records.at(-1);
        if (!last) break;
        after = last.dynamodb.SequenceNumber;
        for (const { eventName, dynamodb } of records) {
          const image = dynamodb.NewImage ?? dynamodb.OldImage;
          if (JSON.stringify(image?.pk) !== '{"S":"streamed"}') continue;
          found.push([eventName, dynamodb.OldImage?.n, dynamodb.NewImage?.n]);
        }
      }
    }
    expect(found).toEqual([
      ["INSERT", undefined, { N: "1" }],
      ["MODIFY", { N: "1" }, { N: "2" }],
      ["REMOVE", { N: "2" }, undefined],
    ]);
  });

  it("the time to live uses the template's attribute", async () => {
    const answer = await database.process.client.call("DescribeTimeToLive", { TableName });
    expect(answer).toMatchObject({ TimeToLiveDescription: { AttributeName: "expiresAtEpoch" } });
  });
});
