import { describe, expect, it } from "vitest";
import { clientIdOf, userPoolIdOf } from "../../src/cognito/pool.ts";
import { IDENTITIES } from "../../src/template/identities.ts";
import { IGNORED_TYPES } from "../../src/template/ignored.ts";
import { read, SMALLEST } from "./app.ts";

describe("the model of a template", () => {
  it("has a function's environment, limits, code and permissions", () => {
    const [fn] = read({}).functions;
    expect(fn).toMatchObject({
      id: "feature/one",
      name: "shop-dev-one",
      arn: "arn:aws:lambda:eu-west-1:111122223333:function:shop-dev-one",
      codeDir: "/bundles/one",
      timeoutSeconds: 7,
      memoryMb: 128,
      reservedConcurrency: null,
      environment: { TABLE_NOTES: "shop-dev-user-notes" },
    });
    expect(fn?.statements).toEqual([
      {
        effect: "Allow",
        actions: ["dynamodb:GetItem"],
        resources: ["arn:aws:dynamodb:eu-west-1:111122223333:table/shop-dev-user-notes"],
        conditions: {},
      },
    ]);
  });

  it("has the permissions of policies attached to a role", () => {
    const [fn] = read({
      Policy: {
        Type: "AWS::IAM::Policy",
        Properties: {
          Roles: [{ Ref: "Role" }],
          PolicyDocument: {
            Statement: {
              Effect: "Allow",
              Action: ["sqs:SendMessage"],
              Resource: "*",
              Condition: { StringEquals: { "aws:RequestedRegion": "eu-west-1" } },
            },
          },
        },
      },
    }).functions;
    expect(fn?.statements[1]).toEqual({
      effect: "Allow",
      actions: ["sqs:SendMessage"],
      resources: ["*"],
      conditions: { StringEquals: { "aws:RequestedRegion": ["eu-west-1"] } },
    });
  });

  it("has a table's indexes, stream and TTL", () => {
    const [table] = read({
      Table: {
        Type: "AWS::DynamoDB::Table",
        Properties: {
          ...SMALLEST.Table?.Properties,
          StreamSpecification: { StreamViewType: "NEW_AND_OLD_IMAGES" },
          TimeToLiveSpecification: { AttributeName: "expiresAtEpoch", Enabled: true },
          GlobalSecondaryIndexes: [
            {
              IndexName: "byUser",
              KeySchema: [
                { AttributeName: "userId", KeyType: "HASH" },
                { AttributeName: "at", KeyType: "RANGE" },
              ],
              Projection: { ProjectionType: "INCLUDE", NonKeyAttributes: ["name"] },
            },
          ],
        },
      },
    }).tables;
    expect(table).toMatchObject({
      streamView: "NEW_AND_OLD_IMAGES",
      ttlAttribute: "expiresAtEpoch",
      indexes: [{ name: "byUser", key: { hash: "userId", range: "at" }, projection: ["name"] }],
    });
    expect(table?.streamArn).toContain(":table/shop-dev-user-notes/stream/");
  });

  it("has queues, event source mappings and schedules", () => {
    const model = read({
      Dead: { Type: "AWS::SQS::Queue", Properties: { QueueName: "dead" } },
      Queue: {
        Type: "AWS::SQS::Queue",
        Properties: {
          QueueName: "work",
          VisibilityTimeout: 60,
          RedrivePolicy: { deadLetterTargetArn: { "Fn::GetAtt": ["Dead", "Arn"] }, maxReceiveCount: 5 },
        },
      },
      Subscription: {
        Type: "AWS::Lambda::EventSourceMapping",
        Properties: {
          FunctionName: { Ref: "Function" },
          EventSourceArn: { "Fn::GetAtt": ["Queue", "Arn"] },
          FunctionResponseTypes: ["ReportBatchItemFailures"],
        },
      },
      Nightly: {
        Type: "AWS::Scheduler::Schedule",
        Properties: {
          Name: "nightly",
          ScheduleExpression: "cron(0 3 * * ? *)",
          Target: { Arn: { "Fn::GetAtt": ["Function", "Arn"] }, RetryPolicy: { MaximumRetryAttempts: 2 } },
        },
      },
    });
    expect(model.queues.find((queue) => queue.name === "work")).toMatchObject({
      url: "http://127.0.0.1:4402/111122223333/work",
      visibilitySeconds: 60,
      redrive: { deadLetterArn: "arn:aws:sqs:eu-west-1:111122223333:dead", maxReceiveCount: 5 },
    });
    expect(model.mappings[0]).toMatchObject({
      functionArn: model.functions[0]?.arn,
      batchSize: 10,
      partialResponses: true,
      enabled: true,
    });
    expect(model.schedules[0]).toMatchObject({
      name: "nightly",
      expression: "cron(0 3 * * ? *)",
      retries: 2,
    });
  });

  it("has the local Cognito's ids for the pool", () => {
    const [pool] = read({}).pools;
    if (!pool) throw new Error("no pool was read");
    expect(pool.id).toBe(userPoolIdOf("eu-west-1", { logicalId: "Pool" }));
    expect(pool.client.id).toBe(clientIdOf({ logicalId: "Pool", client: { logicalId: "Client" } }));
    expect(pool.issuer).toBe(`https://cognito-idp.eu-west-1.amazonaws.com/${pool.id}`);
  });

  it("omits a resource whose condition does not hold", () => {
    const model = read(
      { Queue: { Type: "AWS::SQS::Queue", Condition: "Never" } },
      { Conditions: { Never: { "Fn::Equals": ["a", "b"] } } },
    );
    expect(model.queues).toEqual([]);
  });
});

describe("the local stack", () => {
  it("refuses an unknown resource type", () => {
    expect(() => read({ Custom: { Type: "Custom::Migration" } })).toThrow(
      /shop › Custom: the local stack does not know Custom::Migration/,
    );
  });

  it("refuses a route whose function API Gateway may not call", () => {
    const { Permission: _, ...rest } = SMALLEST;
    const other = {
      Type: "AWS::Lambda::Permission",
      Properties: { FunctionName: { Ref: "Function" }, Principal: "x" },
    };
    expect(() => read({ ...rest, Permission: other })).toThrow(
      /shop › Route › Target: API Gateway may not call/,
    );
  });

  it("refuses a trigger that Cognito may not call", () => {
    const trigger = { LambdaConfig: { PreSignUp: { "Fn::GetAtt": ["Function", "Arn"] } } };
    expect(() => read({ Pool: { Type: "AWS::Cognito::UserPool", Properties: trigger } })).toThrow(
      /shop › Pool › LambdaConfig.PreSignUp: Cognito may not call/,
    );
  });

  it("refuses an environment above 4 KB, code outside the assets, and too many filters", () => {
    const fn = (properties: Record<string, unknown>) => ({
      Function: {
        Type: "AWS::Lambda::Function",
        Properties: { ...SMALLEST.Function?.Properties, ...properties },
      },
    });
    expect(() =>
      read(fn({ Environment: { Variables: { FUNCTION_ID: "a/b", LONG: "x".repeat(4100) } } })),
    ).toThrow(/Lambda allows 4096/);
    const mapping = (filters: number) => ({
      Mapping: {
        Type: "AWS::Lambda::EventSourceMapping",
        Properties: {
          FunctionName: { Ref: "Function" },
          EventSourceArn: "arn:aws:sqs:eu-west-1:111122223333:q",
          FilterCriteria: { Filters: Array.from({ length: filters }, () => ({ Pattern: "{}" })) },
        },
      },
    });
    expect(read(mapping(5)).mappings[0]?.filters).toHaveLength(5);
    expect(() => read(mapping(6))).toThrow(/Lambda allows at most five filters/);
    expect(() => read(fn({ Code: { S3Key: "other.zip" } }))).toThrow(/Function › Code: is not an asset/);
  });

  it("refuses NotAction and Amazon's managed policies", () => {
    const role = (properties: Record<string, unknown>) => ({
      Role: { Type: "AWS::IAM::Role", Properties: properties },
    });
    const statement = { Effect: "Allow", NotAction: "iam:*", Resource: "*" };
    expect(() => read(role({ Policies: [{ PolicyDocument: { Statement: [statement] } }] }))).toThrow(
      /NotAction/,
    );
    expect(() => read(role({ ManagedPolicyArns: ["arn:aws:iam::aws:policy/AdministratorAccess"] }))).toThrow(
      /the permissions of arn:aws:iam::aws:policy\/AdministratorAccess are unknown/,
    );
  });

  it("refuses the distribution's error pages, which would hide the API's errors", () => {
    const config = {
      ...(SMALLEST.Distribution?.Properties?.DistributionConfig as object),
      CustomErrorResponses: [{ ErrorCode: 404, ResponsePagePath: "/app.html" }],
    };
    expect(() =>
      read({
        Distribution: { Type: "AWS::CloudFront::Distribution", Properties: { DistributionConfig: config } },
      }),
    ).toThrow(/CustomErrorResponses/);
  });
});

describe("the list of ignored types", () => {
  it("has a reason for each type, and lacks functions, tables, queues and schedules", () => {
    const run = [
      "AWS::Lambda::Function",
      "AWS::DynamoDB::Table",
      "AWS::SQS::Queue",
      "AWS::Scheduler::Schedule",
    ];
    for (const [type, reason] of Object.entries(IGNORED_TYPES)) {
      expect(reason.length, type).toBeGreaterThan(10);
      expect(run).not.toContain(type);
    }
    for (const type of run) expect(IDENTITIES[type]).toBeDefined();
  });
});
