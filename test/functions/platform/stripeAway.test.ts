import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Context } from "aws-lambda";
import Stripe from "stripe";
import { afterEach, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { endpoint } from "#shared/endpoint.ts";
import { type ApiEvent, edge } from "../../../functions/platform/edge.ts";
import { stripe } from "../../../functions/platform/stripe.ts";
import { keepStripePace } from "../../../functions/platform/stripePace.ts";
import { originHashes } from "../../../scripts/deploy/originHashes.ts";

/** Each test uses another secret key, because the client is cached by its key. */
const secret = vi.hoisted(() => ({ number: 0 }));
vi.mock("../../../functions/platform/secrets.ts", () => ({
  readSecret: async () =>
    JSON.stringify({ secretKey: `sk_test_${secret.number}`, webhookSecrets: ["whsec_1"] }),
}));
vi.stubEnv("SECRET_STRIPE", "stripe");
vi.stubEnv("FUNCTION_ID", "billing/ask");
vi.stubEnv("ORIGIN_HASHES", originHashes("first"));

const contract = endpoint({
  method: "GET",
  path: "/api/ask",
  audience: "public",
  input: z.object({}),
  output: z.object({}),
});
const ask = edge(contract, async () => {
  await (await stripe()).customers.retrieve("cus_1");
  return {};
});

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  vi.restoreAllMocks();
});

/** Redirects Stripe's real SDK to a server of this test. */
async function stripeAt(listener: Parameters<typeof createServer>[1]): Promise<void> {
  secret.number += 1;
  server = createServer(listener ?? (() => {}));
  const listening = server;
  await new Promise<void>((resolve) => listening.listen(0, "127.0.0.1", resolve));
  const { port } = listening.address() as AddressInfo;
  const real = Stripe.createNodeHttpClient();
  vi.spyOn(Stripe, "createNodeHttpClient").mockReturnValue({
    getClientName: () => real.getClientName(),
    makeRequest: (_host, _port, path, method, headers, data, _protocol, timeout) =>
      real.makeRequest("127.0.0.1", String(port), path, method, headers, data, "http", timeout),
  });
}

/** @param ms the function's remaining time */
async function answerWithin(
  ms: number,
): Promise<{ inTime: boolean; statusCode: number | undefined; code: string }> {
  const end = performance.now() + ms;
  const left = (): number => end - performance.now();
  const context = { awsRequestId: "request", getRemainingTimeInMillis: left } as Context;
  const event = { headers: { "x-origin-secret": "first" } } as unknown as ApiEvent;
  const { statusCode, body } = await ask(event, context);
  return { inTime: left() > 0, statusCode, code: JSON.parse(body ?? "{}").code };
}

const UNAVAILABLE = { inTime: true, statusCode: 503, code: "PAYMENTS_UNAVAILABLE" };

test.each([429, 500, 503])("Stripe's %i is answered as PAYMENTS_UNAVAILABLE", async (status) => {
  await stripeAt((_request, response) => {
    response.writeHead(status, { "stripe-should-retry": "false", "content-type": "application/json" });
    response.end('{"error":{"message":"away"}}');
  });
  expect(await answerWithin(29_000)).toEqual(UNAVAILABLE);
});

test("a request to Stripe that hangs is answered before the function's timeout", async () => {
  await stripeAt(() => {});
  expect(await answerWithin(3_050)).toEqual(UNAVAILABLE);
});

// This test must be last, because it limits the rate from here on.
test("a background job retries after Stripe's rate limit", async () => {
  let asked = 0;
  await stripeAt((_request, response) => {
    asked += 1;
    response.writeHead(asked < 3 ? 429 : 200, { "content-type": "application/json" });
    response.end(asked < 3 ? '{"error":{"message":"too many"}}' : '{"id":"cus_1"}');
  });
  keepStripePace();
  expect(await answerWithin(29_000)).toMatchObject({ statusCode: 200 });
  expect(asked).toBe(3);
});
