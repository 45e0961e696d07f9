import { createPublicKey, verify } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { allow, fn, signedCall, stackModel, startTestAws, type TestAws } from "./testStack.ts";

/** Services whose SDK clients the project does not have: the calls are written by hand. */
const keyArn = "arn:aws:kms:eu-central-1:000000000000:key/k1";
const helper = fn("billing/helper");
const model = stackModel({
  functions: [
    fn("billing/caller", [allow("lambda:InvokeFunction", helper.arn)]),
    fn("billing/timed", [
      allow(
        ["scheduler:CreateSchedule", "scheduler:GetSchedule", "scheduler:DeleteSchedule"],
        "arn:aws:scheduler:*:*:schedule/default/*",
      ),
      allow("iam:PassRole", "arn:role"),
    ]),
    fn("licenses/lease", [allow("kms:*", keyArn)]),
    fn("billing/keys"),
    helper,
  ],
});

let aws: TestAws;
let now = new Date("2026-11-20T10:00:00Z");
const invoked: unknown[] = [];

beforeAll(async () => {
  aws = await startTestAws(model, {
    now: () => now,
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
  const call = (operation: string, input: object, functionId = "licenses/lease") =>
    signed(functionId, "kms", "/", {
      method: "POST",
      target: `TrentService.${operation}`,
      body: JSON.stringify(input),
    });
  const base64 = (text: string) => Buffer.from(text).toString("base64");

  it("signs with a key of which only the public half comes out", async () => {
    const input = { KeyId: "k1", Message: base64("lease"), SigningAlgorithm: "ED25519_SHA_512" };
    const { Signature } = (await call("Sign", input)).body;
    const { PublicKey } = (await call("GetPublicKey", { KeyId: keyArn })).body;
    const key = createPublicKey({ key: Buffer.from(PublicKey, "base64"), type: "spki", format: "der" });
    expect(verify(null, Buffer.from("lease"), key, Buffer.from(Signature, "base64"))).toBe(true);
    expect(verify(null, Buffer.from("other"), key, Buffer.from(Signature, "base64"))).toBe(false);
  });

  it("decrypts what it encrypted, with the same context only", async () => {
    const EncryptionContext = { tenant: "a" };
    const made = (await call("Encrypt", { KeyId: keyArn, Plaintext: base64("secret"), EncryptionContext }))
      .body;
    const opened = await call("Decrypt", { CiphertextBlob: made.CiphertextBlob, EncryptionContext });
    expect(opened.body.Plaintext).toBe(base64("secret"));
    expect((await call("Decrypt", { CiphertextBlob: made.CiphertextBlob })).body.__type).toBe(
      "InvalidCiphertextException",
    );
    const data = (await call("GenerateDataKey", { KeyId: keyArn, KeySpec: "AES_256" })).body;
    expect((await call("Decrypt", { CiphertextBlob: data.CiphertextBlob })).body.Plaintext).toBe(
      data.Plaintext,
    );
  });

  it("asks for the permission on the key", async () => {
    const answer = await call("GetPublicKey", { KeyId: "k1" }, "billing/keys");
    expect(answer.body.Message).toContain(`kms:GetPublicKey on resource: ${keyArn}`);
  });
});

describe("Lambda and the Scheduler", () => {
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

  it("run a schedule of a function's own making once, when its time has come", async () => {
    const write = (method: string, body?: object) =>
      signed("billing/timed", "scheduler", "/schedules/reminder", {
        method,
        ...(body && { body: JSON.stringify(body) }),
      });
    const input = {
      ScheduleExpression: "at(2026-11-20T12:00:00)",
      ActionAfterCompletion: "DELETE",
      FlexibleTimeWindow: { Mode: "OFF" },
      Target: { Arn: helper.arn, RoleArn: "arn:role", Input: '{"remind":1}' },
    };
    expect((await write("POST", input)).status).toBe(200);
    expect((await write("POST", input)).status).toBe(409);
    expect((await write("GET")).body.ScheduleExpression).toBe(input.ScheduleExpression);
    const move = (to: string) =>
      aws.schedules.advance(new Date(to), (at) => {
        now = at;
      });
    invoked.length = 0;
    await move("2026-11-20T13:00:00Z");
    await move("2026-11-21T13:00:00Z");
    expect(invoked).toEqual([{ arn: helper.arn, event: { remind: 1 } }]);
    expect((await write("GET")).status).toBe(404);
  });

  it("refuse what the local stack does not know, by name", async () => {
    const answer = await signed("billing/timed", "athena", "/", {
      method: "POST",
      target: "AmazonAthena.Start",
      body: "{}",
    });
    expect(answer.body.__type).toBe("UnknownOperationException");
    expect(answer.body.message).toContain("athena Start");
  });
});
