import { verify } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { publicKeyIn } from "../../src/aws/kms.ts";
import { allow, fn, signedCall, stackModel, startTestAws, type TestAws } from "./testStack.ts";

/** Services whose SDK clients the project does not have: the calls are written by hand. */
const keyArn = "arn:aws:kms:eu-central-1:000000000000:key/k1";
const helper = fn("billing/helper");
const model = stackModel({
  functions: [
    fn("billing/caller", [allow("lambda:InvokeFunction", helper.arn)]),
    fn("licenses/lease", [allow("kms:Sign", keyArn)]),
    fn("billing/keys"),
    helper,
  ],
});

let aws: TestAws;
const invoked: unknown[] = [];

beforeAll(async () => {
  aws = await startTestAws(model, {
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

  it("signs up to 4096 bytes with a key of which only the public half comes out", async () => {
    const { Signature } = (await signText("lease")).body;
    const isBy = (text: string) =>
      verify(null, Buffer.from(text), publicKeyIn(aws.dataDir, keyArn), Buffer.from(Signature, "base64"));
    expect([isBy("lease"), isBy("other")]).toEqual([true, false]);
    expect((await signText("x".repeat(4096))).status).toBe(200);
    expect((await signText("x".repeat(4097))).status).toBe(400);
  });

  it("asks for the permission on the key", async () => {
    expect((await signText("lease", "billing/keys")).body.Message).toContain(
      `kms:Sign on resource: ${keyArn}`,
    );
  });
});

describe("Lambda", () => {
  it("call a function that the role may call, and tell its error as Lambda does", async () => {
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

  it("refuse what the local stack does not know, by name", async () => {
    const answer = await signed("billing/caller", "athena", "/", {
      method: "POST",
      target: "AmazonAthena.Start",
      body: "{}",
    });
    expect(answer.body.__type).toBe("UnknownOperationException");
    expect(answer.body.message).toContain("athena Start");
  });
});
