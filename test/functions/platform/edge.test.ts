import type { Context } from "aws-lambda";
import { afterEach, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { endpoint } from "#shared/endpoint.ts";
import { type ApiEvent, edge } from "../../../functions/platform/edge.ts";

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
  vi.stubEnv("ORIGIN_SECRET", known);
  const event = { headers } as unknown as ApiEvent;
  return (await handler(event, { awsRequestId: "request" } as Context)).statusCode;
}
afterEach(() => {
  vi.unstubAllEnvs();
});

test.each(["first", "second"])("while the secret is rolled, %s is served", async (given) => {
  expect(await statusOf("first,second", { "x-origin-secret": given })).toBe(200);
});

test.each([
  ["without the header", "first", {}],
  ["without the header, where a comma is left over", "first,", {}],
  ["with an empty header, where a comma is left over", ",first", { "x-origin-secret": "" }],
  ["with both at once", "first,second", { "x-origin-secret": "first,second" }],
  ["with another", "first", { "x-origin-secret": "fir5t" }],
])("a request %s is refused", async (_what, known, headers) => {
  expect(await statusOf(known, headers)).toBe(403);
});
