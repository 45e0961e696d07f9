import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { allow, fn, signedCall, stackModel, startTestAws, type TestAws } from "./testStack.ts";

/** Services whose SDK clients the project does not have: the calls are written by hand. */
const helper = fn("billing/helper");
const model = stackModel({
  functions: [fn("billing/caller", [allow("lambda:InvokeFunction", helper.arn)]), fn("billing/keys"), helper],
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
