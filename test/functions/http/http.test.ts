import type { Context } from "aws-lambda";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { endpoint } from "#shared/endpoint.ts";
import { http } from "../../../functions/http/http.ts";
import { ORIGIN_HASHES } from "../../support/origin.ts";

const contract = endpoint({
  method: "POST",
  path: "/api/open",
  audience: "public",
  input: z.object({ name: z.string() }),
  output: z.object({ name: z.string() }),
});

beforeAll(() => {
  vi.stubEnv("FUNCTION_ID", "platform/open");
  vi.stubEnv("ORIGIN_HASHES", ORIGIN_HASHES);
});
afterAll(() => {
  vi.unstubAllEnvs();
});

async function ask(body: string, queryStringParameters: Record<string, string> = {}) {
  const seen: unknown[] = [];
  const handler = http(contract)(async ({ input }) => {
    seen.push(input);
    return { name: input.name, secret: "of the row" };
  });
  const event = {
    headers: { "x-origin-secret": "origin", "content-type": "application/json" },
    requestContext: {},
    queryStringParameters,
    body,
  };
  const { headers, body: answer } = await handler(event as never, { awsRequestId: "request" } as Context);
  return { seen, contentType: headers?.["content-type"], answer: JSON.parse(answer ?? "") };
}

test("a contract without a body accepts a form that a mail program posts", async () => {
  const path = { ...contract, takesNoBody: true } as const;
  const handler = http(path)(async ({ input }) => input);
  const event = {
    headers: { "x-origin-secret": "origin", "content-type": "application/x-www-form-urlencoded" },
    requestContext: {},
    pathParameters: { name: "Ann" },
    body: "List-Unsubscribe=One-Click&name=Bob",
  };
  const { statusCode, body } = await handler(event as never, { awsRequestId: "request" } as Context);
  expect([statusCode, JSON.parse(body ?? "")]).toEqual([200, { name: "Ann" }]);
});

test("OPTIONS starts the function without running its use case, and only through CloudFront", async () => {
  let asked = 0;
  const handler = http(contract)(async () => {
    asked += 1;
    return { name: "" };
  });
  const start = (headers: object) => {
    const event = { headers, routeKey: "OPTIONS /api/open", requestContext: {} };
    return handler(event as never, { awsRequestId: "request" } as Context);
  };
  expect(await start({ "x-origin-secret": "origin" })).toEqual({
    statusCode: 204,
    headers: { "cache-control": "no-store" },
  });
  expect((await start({ "x-origin-secret": "another" })).statusCode).toBe(403);
  expect(asked).toBe(0);
});

test("a field that the contract does not name is dropped from input and output", async () => {
  const { seen, answer } = await ask('{"name":"Ann","userId":"another","admin":true}');
  expect(seen).toEqual([{ name: "Ann" }]);
  expect(answer).toEqual({ name: "Ann" });
});

test("a POST ignores the query", async () => {
  expect((await ask('{"name":"Ann"}', { name: "Bob" })).seen).toEqual([{ name: "Ann" }]);
  expect((await ask("{}", { name: "Bob" })).answer).toMatchObject({
    code: "VALIDATION_ERROR",
    field: "name",
  });
});

test.each(['{"name":"Ann"}', "{}", "not JSON"])("the answer to %s has JSON's content type", async (body) => {
  expect((await ask(body)).contentType).toBe("application/json");
});

test.each(["\\ufffe", "\\uffff", "\\u0001", "\\u000b", "\\ud800"])(
  "the character %s, which XML forbids, is refused in a text",
  async (bad) => {
    expect((await ask(`{"name":"Ann${bad}"}`)).answer).toMatchObject({
      code: "VALIDATION_ERROR",
      error: "This text has a character that cannot be stored.",
      field: "name",
    });
  },
);

test("emoji, tabs, line breaks and other characters that XML allows are accepted", async () => {
  expect((await ask('{"name":"\\ud83d\\ude00\\t\\n\\u0085\\ufffd"}')).seen).toEqual([
    { name: "😀\t\n\u0085\ufffd" },
  ]);
});
