import {
  DeleteItemCommand,
  PutItemCommand,
  TransactGetItemsCommand,
  type TransactWriteItem,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from "@aws-sdk/client-dynamodb";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { failure, refused, startItems } from "./items.ts";

/**
 * The behavior of DynamoDB that the product relies on. DYNAMODB_ENDPOINT selects another database, even Amazon's. If
 * AWS may answer in two ways, both pass.
 */
const { TableName, sdk, newKey, put, get, update } = startItems("Main");
const transact = (TransactItems: TransactWriteItem[], ClientRequestToken?: string) =>
  sdk().send(
    new TransactWriteItemsCommand({ TransactItems, ...(ClientRequestToken && { ClientRequestToken }) }),
  );

describe("conditions", () => {
  it("let exactly one of fifty concurrent puts create an item", async () => {
    const key = newKey();
    const once = { ConditionExpression: "attribute_not_exists(pk)" };
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, n) => failure(put({ ...key, n: { N: String(n) } }, once))),
    );
    expect(outcomes.filter((outcome) => outcome === null)).toHaveLength(1);
    expect(outcomes.filter(Boolean)).toEqual(Array(49).fill(refused("ConditionalCheckFailedException")));
  });

  it("sell exactly ten units to a hundred concurrent buyers", async () => {
    const key = newKey();
    await put({ ...key, left: { N: "10" } });
    const values = { ":one": { N: "1" }, ":zero": { N: "0" } };
    const buy = () =>
      update(key, "SET #left = #left - :one", {
        ConditionExpression: "#left > :zero",
        ExpressionAttributeNames: { "#left": "left" },
        ExpressionAttributeValues: values,
      });
    const outcomes = await Promise.all(Array.from({ length: 100 }, () => failure(buy())));
    expect(outcomes.filter((outcome) => outcome === null)).toHaveLength(10);
    expect((await get(key))?.left).toEqual({ N: "0" });
  });

  it.each([
    ["a put", "put"],
    ["an update", "update"],
    ["a delete", "delete"],
  ])("return the old item when %s fails", async (_what, kind) => {
    const Item = { ...newKey(), state: { S: "taken" } };
    await put(Item);
    const Key = { pk: Item.pk, sk: Item.sk };
    const condition = {
      TableName,
      ConditionExpression: "attribute_not_exists(pk)",
      ReturnValuesOnConditionCheckFailure: "ALL_OLD" as const,
    };
    const command =
      kind === "put"
        ? sdk().send(new PutItemCommand({ ...condition, Item: Key }))
        : kind === "update"
          ? sdk().send(new UpdateItemCommand({ ...condition, Key, UpdateExpression: "REMOVE gone" }))
          : sdk().send(new DeleteItemCommand({ ...condition, Key }));
    await expect(command).rejects.toMatchObject({ name: "ConditionalCheckFailedException", Item });
  });

  it("compare missing attributes as documented", async () => {
    const key = newKey();
    const values = { ExpressionAttributeValues: { ":x": { S: "x" } } };
    const onMissing = { ConditionExpression: "unset <> :x", ...values };
    expect(await failure(put(key, onMissing))).toBeNull();
    expect(await failure(put(key, { ConditionExpression: "unset = :x", ...values }))).toEqual(
      refused("ConditionalCheckFailedException"),
    );
  });
});

describe("transactions", () => {
  it("let exactly one of fifty succeed and give the others a reason", async () => {
    const key = newKey();
    const attempt = () =>
      transact([
        { Put: { TableName, Item: key, ConditionExpression: "attribute_not_exists(pk)" } },
        { Put: { TableName, Item: newKey() } },
      ]);
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => failure(attempt())));
    expect(outcomes.filter((outcome) => outcome === null)).toHaveLength(1);
    const reasons = z.object({
      name: z.literal("TransactionCanceledException"),
      // AWS reports a conflict for concurrent transactions, and a failed check for later ones.
      CancellationReasons: z.array(
        z.object({ Code: z.enum(["ConditionalCheckFailed", "TransactionConflict", "None"]) }),
      ),
    });
    for (const outcome of outcomes.filter(Boolean)) {
      const codes = reasons.parse(outcome).CancellationReasons.map((reason) => reason.Code);
      expect(codes).toHaveLength(2);
      expect(codes[0]).not.toBe("None");
    }
  });

  it("write all or nothing and return the item of a failed check", async () => {
    const taken = { ...newKey(), by: { S: "another" } };
    await put(taken);
    const fresh = newKey();
    const tried = transact([
      { Put: { TableName, Item: fresh } },
      {
        ConditionCheck: {
          TableName,
          Key: { pk: taken.pk, sk: taken.sk },
          ConditionExpression: "attribute_not_exists(pk)",
          ReturnValuesOnConditionCheckFailure: "ALL_OLD",
        },
      },
    ]);
    await expect(tried).rejects.toMatchObject({
      CancellationReasons: [{ Code: "None" }, { Code: "ConditionalCheckFailed", Item: taken }],
    });
    expect(await get(fresh)).toBeUndefined();
  });

  it("refuse a repeated item and more than 100 parts", async () => {
    const key = newKey();
    const Put = { TableName, Item: key };
    expect(await failure(transact([{ Put }, { Delete: { TableName, Key: key } }]))).toEqual(
      refused("ValidationException"),
    );
    const parts = (count: number) =>
      Array.from({ length: count }, () => ({ Put: { TableName, Item: newKey() } }));
    expect(await failure(transact(parts(100)))).toBeNull();
    expect(await failure(transact(parts(101)))).toEqual(refused("ValidationException"));
  });

  it("apply once per token and refuse the token with other content", async () => {
    const key = newKey();
    await put({ ...key, n: { N: "0" } });
    const add = (by: string): TransactWriteItem[] => [
      {
        Update: {
          TableName,
          Key: key,
          UpdateExpression: "ADD n :by",
          ExpressionAttributeValues: { ":by": { N: by } },
        },
      },
    ];
    const token = crypto.randomUUID();
    await transact(add("5"), token);
    await transact(add("5"), token);
    expect((await get(key))?.n).toEqual({ N: "5" });
    expect(await failure(transact(add("6"), token))).toEqual(refused("IdempotentParameterMismatchException"));
  });

  it("read several items", async () => {
    const [one, other] = [newKey(), newKey()];
    await transact([{ Put: { TableName, Item: one } }, { Put: { TableName, Item: other } }]);
    const answer = await sdk().send(
      new TransactGetItemsCommand({
        TransactItems: [one, newKey(), other].map((Key) => ({ Get: { TableName, Key } })),
      }),
    );
    expect(answer.Responses?.map((response) => response.Item)).toEqual([one, undefined, other]);
  });
});
