import { createServer } from "node:http";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { nodeFetch } from "../../../packages/license-client/src/node/proxy.ts";

const asked: string[] = [];
const proxy = createServer((request, response) => {
  request.setEncoding("utf8").on("data", (sent) => {
    asked.push(`${request.method} ${request.url} ${sent}`);
    response.writeHead(403, { "license-proof": "signed" }).end("refused");
  });
}).on("connect", (request, socket) => {
  asked.push(`CONNECT ${request.url}`);
  socket.destroy();
});
let address = "";
beforeAll(async () => {
  await new Promise<void>((done) => proxy.listen(0, "127.0.0.1", done));
  address = `http://127.0.0.1:${(proxy.address() as { port: number }).port}`;
});
afterAll(() => {
  proxy.close();
});
beforeEach(() => {
  asked.length = 0;
});
afterEach(() => {
  vi.unstubAllEnvs();
});

const send = (url: string) =>
  nodeFetch(url, {
    method: "POST",
    headers: {},
    body: "{}",
    signal: AbortSignal.timeout(10_000),
    redirect: "manual",
  });

test("a call uses the proxy in HTTP_PROXY and gets its complete answer", async () => {
  vi.stubEnv("HTTP_PROXY", address);
  const answer = await send("http://shop.invalid/backend");
  expect([answer.status, answer.headers.get("license-proof"), await answer.text()]).toEqual([
    403,
    "signed",
    "refused",
  ]);
  expect(asked).toEqual(["POST http://shop.invalid/backend {}"]);
});

test("a TLS call opens a tunnel through the proxy in HTTPS_PROXY", async () => {
  vi.stubEnv("HTTPS_PROXY", address);
  await expect(send("https://shop.invalid/backend")).rejects.toThrow();
  expect(asked).toEqual(["CONNECT shop.invalid:443"]);
});

test("calls to hosts in NO_PROXY go directly", async () => {
  vi.stubEnv("HTTP_PROXY", "http://127.0.0.1:1");
  vi.stubEnv("NO_PROXY", "127.0.0.1");
  expect((await send(`${address}/backend`)).status).toBe(403);
});
