import { verify } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { publicKeyIn } from "../../src/aws/kms.ts";
import type { StackModel } from "../../src/template/model.ts";
import {
  allow,
  fn,
  mapping,
  QUEUE_READER,
  queue,
  signedCall,
  stackModel,
  startTestAws,
  type TestAws,
} from "./testStack.ts";

// These services have no installed SDK client, so the tests write the calls by hand.
const keyArn = "arn:aws:kms:eu-central-1:000000000000:key/k1";
const helper = fn("billing/helper");
const reader = fn("mail/deliver", [allow(QUEUE_READER, queue("mail").arn)]);
const model = stackModel({
  queues: [queue("mail")],
  mappings: [mapping(reader, queue("mail").arn)],
  schedules: [
    {
      logicalId: "Nightly",
      name: "shop-test-nightly",
      expression: "cron(0 3 * * ? *)",
      targetArn: helper.arn,
      input: null,
      retries: 0,
      deadLetterArn: null,
      enabled: true,
    },
  ],
  functions: [
    reader,
    fn("billing/operator", [allow(["lambda:*", "scheduler:*", "apigateway:*"], "*")]),
    fn("billing/caller", [allow("lambda:InvokeFunction", helper.arn)]),
    fn("licenses/lease", [allow("kms:Sign", keyArn)]),
    fn("billing/keys"),
    helper,
  ],
});

let aws: TestAws;
const invoked: unknown[] = [];
let open: StackModel | undefined;

beforeAll(async () => {
  aws = await startTestAws(model, {
    onSwitch: (next) => {
      open = next;
    },
    invoke: async (arn, event) => {
      invoked.push({ arn, event });
      if (event && typeof event === "object" && "fail" in event) {
        return { ok: false, error: { errorType: "Error", errorMessage: "no" } };
      }
      return { ok: true, payload: { done: true } };
    },
  });
});
afterAll(() => aws.stop());

const signed = (functionId: string, service: string, path: string, init: RequestInit & { target?: string }) =>
  signedCall(aws.endpoint, functionId, service, path, init);

describe("KMS", () => {
  const signText = (text: string, functionId = "licenses/lease") =>
    signed(functionId, "kms", "/", {
      method: "POST",
      target: "TrentService.Sign",
      body: JSON.stringify({
        KeyId: keyArn,
        Message: Buffer.from(text).toString("base64"),
        SigningAlgorithm: "ED25519_SHA_512",
      }),
    });

  it("signs up to 4096 bytes, and the public key verifies the signature", async () => {
    const { Signature } = (await signText("lease")).body;
    const isBy = (text: string) =>
      verify(null, Buffer.from(text), publicKeyIn(aws.dataDir, keyArn), Buffer.from(Signature, "base64"));
    expect([isBy("lease"), isBy("other")]).toEqual([true, false]);
    expect((await signText("x".repeat(4096))).status).toBe(200);
    expect((await signText("x".repeat(4097))).status).toBe(400);
  });

  it("requires permission on the key", async () => {
    expect((await signText("lease", "billing/keys")).body.Message).toContain(
      `kms:Sign on resource: ${keyArn}`,
    );
  });
});

describe("Lambda", () => {
  it("runs a function if the role allows it, and reports the function's error as Lambda does", async () => {
    const call = (functionId: string, target: string, event: object) =>
      signed(functionId, "lambda", `/2015-03-31/functions/${target}/invocations`, {
        method: "POST",
        body: JSON.stringify(event),
      });
    expect(await call("billing/caller", helper.name, { a: 1 })).toMatchObject({
      status: 200,
      body: { done: true },
    });
    expect(invoked.at(-1)).toEqual({ arn: helper.arn, event: { a: 1 } });
    const failed = await call("billing/caller", helper.name, { fail: true });
    expect(failed.headers.get("x-amz-function-error")).toBe("Unhandled");
    expect((await call("billing/keys", helper.name, {})).status).toBe(403);
  });
});

it("a call to an unknown service is refused with an error that names the call", async () => {
  const answer = await signed("billing/caller", "athena", "/", {
    method: "POST",
    target: "AmazonAthena.Start",
    body: "{}",
  });
  expect(answer.body.__type).toBe("UnknownOperationException");
  expect(answer.body.message).toContain("athena Start");
});

describe("switches", () => {
  const asOperator = (service: string, method: string, path: string, body?: object) =>
    signed("billing/operator", service, path, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const MAPPINGS = "/2015-03-31/event-source-mappings";

  it("a queue keeps its messages while its event source mapping is off", async () => {
    const mail = aws.queues.find(queue("mail").arn);
    if (mail === undefined) throw new Error("There is no queue");
    const before = invoked.length;
    expect((await asOperator("lambda", "PUT", `${MAPPINGS}/Mapping`, { Enabled: false })).body.State).toBe(
      "Disabled",
    );
    aws.queues.send(mail, { body: "hello" });
    await aws.sources.settle();
    expect(invoked).toHaveLength(before);
    expect((await asOperator("lambda", "GET", `${MAPPINGS}/`)).body.EventSourceMappings).toMatchObject([
      { UUID: "Mapping", FunctionArn: reader.arn, State: "Disabled" },
    ]);
    await asOperator("lambda", "PUT", `${MAPPINGS}/Mapping`, { Enabled: true });
    await aws.sources.settle();
    expect(invoked).toHaveLength(before + 1);
  });

  it("a schedule does not run while it is off", async () => {
    const path = "/schedules/shop-test-nightly";
    const schedule = (await asOperator("scheduler", "GET", path)).body;
    expect(schedule).toMatchObject({ State: "ENABLED", Target: { Arn: helper.arn } });
    const tomorrow = new Date(aws.schedules.lookedAt().getTime() + 24 * 3_600_000);
    await asOperator("scheduler", "PUT", path, { ...schedule, State: "DISABLED" });
    const before = invoked.length;
    await aws.schedules.advance(tomorrow, () => {});
    expect(invoked).toHaveLength(before);
    const listed = await asOperator("scheduler", "GET", "/schedules?NamePrefix=shop-test-");
    expect(listed.body.Schedules).toMatchObject([{ Name: "shop-test-nightly", State: "DISABLED" }]);
    await asOperator("scheduler", "PUT", path, schedule);
    await aws.schedules.advance(tomorrow, () => {});
    expect(invoked).toHaveLength(before + 1);
  });

  it("the API's address closes and opens again", async () => {
    const [api] = (await asOperator("apigateway", "GET", "/v2/apis")).body.items;
    expect(api).toMatchObject({ apiId: "api", name: "shop-test" });
    await asOperator("apigateway", "PATCH", "/v2/apis/api", { disableExecuteApiEndpoint: true });
    expect(open?.api).toBeNull();
    await asOperator("apigateway", "PATCH", "/v2/apis/api", { disableExecuteApiEndpoint: false });
    expect(open?.api).toEqual(model.api);
  });

  it("a switch refuses a function whose role lacks the permission", async () => {
    const answer = await signed("billing/keys", "scheduler", "/schedules/shop-test-nightly", {
      method: "GET",
    });
    expect(answer.status).toBe(403);
  });
});
