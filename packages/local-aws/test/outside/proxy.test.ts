import http from "node:http";
import { describe, expect, it } from "vitest";
import { faultEngine } from "../../src/aws/faults.ts";
import type { ServiceCall } from "../../src/aws/types.ts";
import { operationNames } from "../../src/outside/operationNames.ts";
import { startOutsideProxy } from "../../src/outside/proxy.ts";
import { atEnd } from "../functions/running.ts";

const operationOf = operationNames([
  { method: "POST", path: "/v1/customers", name: "customers.create" },
  { method: "POST", path: "/v1/customers/:id", name: "customers.update" },
  { method: "GET", path: "/v1/prices/:id", name: "prices.retrieve" },
  { method: "GET", path: "/v1/prices/search", name: "prices.search" },
]);

async function proxied() {
  const received: { headers: http.IncomingHttpHeaders; body: string }[] = [];
  const sandbox = http.createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    received.push({ headers: request.headers, body });
    response.writeHead(request.url?.includes("missing") ? 404 : 200, { "request-id": "req_1" });
    response.end('{"object":"customer"}');
  });
  await new Promise<void>((resolve) => sandbox.listen(0, "127.0.0.1", resolve));
  atEnd(() => void sandbox.close());
  const address = sandbox.address();
  const faults = faultEngine(["stripe"]);
  const calls: ServiceCall[] = [];
  const killed: (string | null)[] = [];
  const proxy = await startOutsideProxy({
    service: {
      name: "stripe",
      hosts: ["api.stripe.com"],
      url: `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`,
      operationOf,
      refusal: (mode) => ({ status: mode === "refuse" ? 500 : 429, body: { own: mode } }),
    },
    strike: faults.strike,
    kill: (_functionId, requestId) => killed.push(requestId),
    onCall: (call) => calls.push(call),
    slowMs: 1,
  });
  atEnd(proxy.close);
  const ask = (path = "/v1/customers", from = "billing/start", signal: AbortSignal | null = null) =>
    fetch(`http://127.0.0.1:${proxy.port}${path}`, {
      signal,
      method: "POST",
      body: "email=a",
      headers: { "x-local-function": from, "x-local-request-id": "r1", "idempotency-key": "k" },
    });
  return { ask, received, faults, calls, killed };
}

describe("the proxy between a function and a stand-in", () => {
  it("forwards the request without the local headers and records the call", async () => {
    const { ask, received, calls } = await proxied();
    const response = await ask();
    expect([response.status, response.headers.get("request-id"), await response.text()]).toEqual([
      200,
      "req_1",
      '{"object":"customer"}',
    ]);
    expect(received[0]).toMatchObject({ body: "email=a", headers: { "idempotency-key": "k" } });
    expect(received[0]?.headers).not.toHaveProperty("x-local-function");
    expect(calls).toMatchObject([
      {
        functionId: "billing/start",
        requestId: "r1",
        service: "stripe",
        operation: "customers.create",
        result: "ok",
      },
    ]);
    await ask("/v1/customers/missing");
    expect(calls[1]).toMatchObject({ operation: "customers.update", result: "404" });
  });

  it.each([
    ["refuse", 500, 0],
    ["throttle", 429, 0],
    ["slow", 200, 1],
  ] as const)("%s: the answer is %i, and the sandbox gets %i calls", async (mode, status, seen) => {
    const { ask, received, faults } = await proxied();
    faults.add({ service: "stripe", operation: "customers.create", mode, times: 1 });
    const answer = await ask();
    expect(answer.status).toBe(status);
    if (status > 200) expect(await answer.json()).toEqual({ own: mode });
    expect(received).toHaveLength(seen);
    expect((await ask()).status).toBe(200);
  });

  it("hang: there is no answer, and the sandbox gets no call", async () => {
    const { ask, received, faults } = await proxied();
    faults.add({ service: "stripe", mode: "hang", times: 1 });
    await expect(ask(undefined, undefined, AbortSignal.timeout(20))).rejects.toThrow("timeout");
    expect(received).toHaveLength(0);
  });

  it.each([
    ["lost", 1, 0],
    ["kill-before", 0, 1],
    ["kill-after", 1, 1],
  ] as const)(
    "%s: the worker gets no answer (calls at the sandbox: %i, ended workers: %i)",
    async (mode, seen, ended) => {
      const { ask, received, faults, killed, calls } = await proxied();
      faults.add({ service: "stripe", mode, times: 1 });
      await expect(ask()).rejects.toThrow();
      expect(received).toHaveLength(seen);
      expect(killed).toEqual(ended === 1 ? ["r1"] : []);
      expect(calls).toMatchObject([{ result: mode }]);
    },
  );

  it("applies a fault only to calls of the function that the fault names", async () => {
    const { ask, faults } = await proxied();
    faults.add({ service: "stripe", function: "other/one", mode: "refuse" });
    expect((await ask()).status).toBe(200);
    expect((await ask("/v1/customers", "other/one")).status).toBe(500);
  });
});

it("a call's name comes from the most specific path", () => {
  expect(operationOf("GET", "/v1/prices/price_1")).toBe("prices.retrieve");
  expect(operationOf("GET", "/v1/prices/search")).toBe("prices.search");
  expect(operationOf("GET", "/v1/unknown")).toBe("GET /v1/unknown");
});
