import type { Context } from "aws-lambda";
import { afterEach, describe, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { endpoint } from "#shared/endpoint.ts";
import { AppError } from "#shared/errors.ts";
import { type ApiEvent, edge } from "../../../functions/platform/edge.ts";
import { originHashes } from "../../../scripts/deploy/originHashes.ts";

const open = endpoint({
  method: "GET",
  path: "/api/open",
  audience: "public",
  input: z.object({}),
  output: z.object({ ok: z.boolean() }),
});
const handler = edge(open, async () => ({ ok: true }));

async function statusOf(known: string, headers: Record<string, string>): Promise<number | undefined> {
  vi.stubEnv("FUNCTION_ID", "platform/open");
  vi.stubEnv("ORIGIN_HASHES", originHashes(known));
  const event = { headers } as unknown as ApiEvent;
  return (await handler(event, { awsRequestId: "request" } as Context)).statusCode;
}
afterEach(() => {
  vi.unstubAllEnvs();
});

describe("the error catalog", () => {
  const answered = async (error: Error): Promise<unknown> => {
    vi.stubEnv("FUNCTION_ID", "platform/open");
    vi.stubEnv("ORIGIN_HASHES", originHashes("first"));
    const event = { headers: { "x-origin-secret": "first" } } as unknown as ApiEvent;
    const failing = edge(open, () => Promise.reject(error));
    const { statusCode, body } = await failing(event, { awsRequestId: "request" } as Context);
    return { statusCode, ...JSON.parse(body ?? "") };
  };
  const general = "An unexpected error occurred. Please try again.";

  test.each([
    ["AUTH_ERROR", 401],
    ["PAYMENT_ERROR", 402],
    ["DATABASE_ERROR", 500],
    ["VALIDATION_ERROR", 400],
  ] as const)("%s is answered with %i and its own message", async (code, status) => {
    expect(await answered(new AppError(code, "Its own words.", { field: "f" }))).toEqual({
      statusCode: status,
      error: "Its own words.",
      code,
      requestId: "request",
      field: "f",
    });
  });
  test("AUTH_ERROR has the default message 'Authentication failed'", async () => {
    expect(await answered(new AppError("AUTH_ERROR"))).toMatchObject({ error: "Authentication failed" });
  });
  test.each([new AppError("CONFIG_ERROR", "A secret is missing."), new TypeError("a bug")])(
    "an unexpected error is answered with 500 and a general message (%s)",
    async (error) => {
      expect(await answered(error)).toEqual({
        statusCode: 500,
        error: general,
        code: "INTERNAL_ERROR",
        requestId: "request",
      });
    },
  );
});

test.each(["first", "second"])(
  "while the origin's secret is rotated, the %s secret is accepted",
  async (given) => {
    expect(await statusOf("first,second", { "x-origin-secret": given })).toBe(200);
  },
);

test.each([
  ["without the header", "first", {}],
  ["without the header and with a trailing comma in the list", "first,", {}],
  ["with an empty header and with a leading comma in the list", ",first", { "x-origin-secret": "" }],
  ["with both secrets at once", "first,second", { "x-origin-secret": "first,second" }],
  ["with the hash that the function knows", "first", { "x-origin-secret": originHashes("first") }],
  ["with another secret", "first", { "x-origin-secret": "fir5t" }],
])("a request %s is refused", async (_what, known, headers) => {
  expect(await statusOf(known, headers)).toBe(403);
});
