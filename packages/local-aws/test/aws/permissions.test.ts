import {
  BatchWriteItemCommand,
  DynamoDBClient,
  ExecuteStatementCommand,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  TransactWriteItemsCommand,
} from "@aws-sdk/client-dynamodb";
import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { allow, clientConfig, fn, stackModel, startTestAws, type TestAws, table } from "./testStack.ts";

const seats = table("Seats", {
  attributes: { pk: "S", sk: "S", userId: "S" },
  indexes: [{ name: "byUser", key: { hash: "userId", range: null }, projection: "ALL" }],
});
const grants = table("Grants");
const secretArn = "arn:aws:secretsmanager:eu-central-1:000000000000:secret:shop/test/stripe";
const leading = { "ForAllValues:StringLike": { "dynamodb:LeadingKeys": ["user#*"] } };
const model = stackModel({
  tables: [seats, grants],
  secrets: [{ logicalId: "Stripe", name: "shop/test/stripe", arn: secretArn }],
  functions: [
    fn("licenses/reader", [
      allow("dynamodb:GetItem", seats.arn),
      allow("dynamodb:Query", `${seats.arn}/index/byUser`),
    ]),
    fn("licenses/writer", [
      allow(["dynamodb:PutItem"], seats.arn),
      allow("dynamodb:ConditionCheckItem", grants.arn),
    ]),
    fn("licenses/scoped", [allow(["dynamodb:PutItem", "dynamodb:Query"], grants.arn, leading)]),
    fn("billing/secretive", [allow("secretsmanager:GetSecretValue", `${secretArn}-??????`)]),
  ],
});

let aws: TestAws;
beforeAll(async () => {
  aws = await startTestAws(model);
  aws.secrets.put("shop/test/stripe", '{"secretKey":"sk_test"}');
});
afterAll(() => aws.stop());

const dynamo = (functionId: string) => new DynamoDBClient(clientConfig(aws.endpoint, functionId));
const item = (pk: string) => ({ pk: { S: pk }, sk: { S: "1" } });

describe("permissions of functions", () => {
  it("a call that the role allows succeeds", async () => {
    await dynamo("licenses/writer").send(new PutItemCommand({ TableName: seats.name, Item: item("a") }));
    const read = await dynamo("licenses/reader").send(
      new GetItemCommand({ TableName: seats.name, Key: item("a") }),
    );
    expect(read.Item).toEqual(item("a"));
  });

  it("the error of a call that the role does not allow names the function, the action and the resource", async () => {
    const refused = dynamo("licenses/reader").send(
      new PutItemCommand({ TableName: seats.name, Item: item("b") }),
    );
    await expect(refused).rejects.toMatchObject({
      name: "AccessDeniedException",
      message:
        "User: arn:aws:sts::000000000000:assumed-role/shop-test-licenses-reader/shop-test-licenses-reader " +
        "is not authorized to perform: dynamodb:PutItem on resource: arn:aws:dynamodb:eu-central-1:000000000000:table/shop-test-seats " +
        "because no identity-based policy allows the dynamodb:PutItem action",
    });
  });

  it("a permission for an index does not cover its table", async () => {
    const query = (IndexName?: string) =>
      dynamo("licenses/reader").send(
        new QueryCommand({
          TableName: seats.name,
          ...(IndexName && { IndexName }),
          KeyConditionExpression: `${IndexName ? "userId" : "pk"} = :x`,
          ExpressionAttributeValues: { ":x": { S: "a" } },
        }),
      );
    await expect(query("byUser")).resolves.toMatchObject({ Count: 0 });
    await expect(query()).rejects.toThrow(/dynamodb:Query on resource: \S+table\/shop-test-seats because/);
  });

  it("each part of a transaction needs its own permission", async () => {
    const transact = (functionId: string, second: object) =>
      dynamo(functionId).send(
        new TransactWriteItemsCommand({
          TransactItems: [{ Put: { TableName: seats.name, Item: item(crypto.randomUUID()) } }, second],
        }),
      );
    const check = { TableName: grants.name, Key: item("x"), ConditionExpression: "attribute_not_exists(pk)" };
    await expect(transact("licenses/writer", { ConditionCheck: check })).resolves.toBeDefined();
    await expect(
      transact("licenses/writer", { Delete: { TableName: grants.name, Key: item("x") } }),
    ).rejects.toThrow(/dynamodb:DeleteItem on resource: \S+shop-test-grants/);
  });

  it("a batch needs BatchWriteItem, which PutItem does not include", async () => {
    const batch = new BatchWriteItemCommand({
      RequestItems: { [seats.name]: [{ PutRequest: { Item: item("c") } }] },
    });
    await expect(dynamo("licenses/writer").send(batch)).rejects.toThrow(/dynamodb:BatchWriteItem/);
  });

  it("conditions on leading keys apply to items and to queries", async () => {
    const put = (pk: string) =>
      dynamo("licenses/scoped").send(new PutItemCommand({ TableName: grants.name, Item: item(pk) }));
    const query = (pk: string) =>
      dynamo("licenses/scoped").send(
        new QueryCommand({
          TableName: grants.name,
          KeyConditionExpression: "begins_with(sk, :s) AND :p = #key",
          ExpressionAttributeNames: { "#key": "pk" },
          ExpressionAttributeValues: { ":p": { S: pk }, ":s": { S: "1" } },
        }),
      );
    await expect(put("user#1")).resolves.toBeDefined();
    await expect(put("order#1")).rejects.toMatchObject({ name: "AccessDeniedException" });
    await expect(query("user#1").catch((error) => error)).resolves.not.toMatchObject({
      name: "AccessDeniedException",
    });
    await expect(query("order#1")).rejects.toMatchObject({ name: "AccessDeniedException" });
  });

  it("PartiQL and unknown access keys are refused", async () => {
    const statement = new ExecuteStatementCommand({ Statement: `SELECT * FROM "${seats.name}"` });
    await expect(dynamo("licenses/reader").send(statement)).rejects.toMatchObject({
      name: "AccessDeniedException",
    });
    await expect(
      dynamo("nobody/atAll").send(new GetItemCommand({ TableName: seats.name, Key: item("a") })),
    ).rejects.toMatchObject({ name: "UnrecognizedClientException" });
  });

  it("DynamoDB's legacy parameters are refused, because they would bypass the conditions", async () => {
    const query = new QueryCommand({
      TableName: grants.name,
      KeyConditions: { pk: { ComparisonOperator: "EQ", AttributeValueList: [{ S: "order#1" }] } },
    });
    await expect(dynamo("licenses/scoped").send(query)).rejects.toThrow(/refuses KeyConditions/);
  });

  it("a function reads a secret if its role allows the secret's full ARN", async () => {
    const read = (functionId: string) =>
      new SecretsManagerClient(clientConfig(aws.endpoint, functionId)).send(
        new GetSecretValueCommand({ SecretId: "shop/test/stripe" }),
      );
    await expect(read("billing/secretive")).resolves.toMatchObject({
      SecretString: '{"secretKey":"sk_test"}',
    });
    await expect(read("licenses/reader")).rejects.toThrow(
      /secretsmanager:GetSecretValue on resource: \S+stripe-/,
    );
  });

  it("a call is recorded with its capacity, which the answer omits if the caller did not ask for it", async () => {
    aws.calls.length = 0;
    const answer = await dynamo("licenses/writer").send(
      new PutItemCommand({ TableName: seats.name, Item: { ...item("d"), userId: { S: "u" } } }),
    );
    expect(answer.ConsumedCapacity).toBeUndefined();
    expect(aws.calls).toMatchObject([
      {
        functionId: "licenses/writer",
        service: "dynamodb",
        operation: "PutItem",
        result: "ok",
        consumed: [
          { table: seats.name, index: null, units: 1, partitions: ["d"] },
          { table: seats.name, index: "byUser", units: 1, partitions: ["u"] },
        ],
      },
    ]);
  });

  it("used permissions are recorded, and refused ones are not", () => {
    const used = aws.usage.read();
    expect(used["licenses/reader"]).toEqual({
      "dynamodb:GetItem": [seats.arn],
      "dynamodb:Query": [`${seats.arn}/index/byUser`],
    });
    expect(used["licenses/writer"]?.["dynamodb:DeleteItem"]).toBeUndefined();
  });
});
