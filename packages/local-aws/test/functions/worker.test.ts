import http from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { atEnd, ID, running } from "./running.ts";

const DAY = 86_400_000;

describe("a function's clock", () => {
  it("follows the stack's clock in Date, Intl and performance, also while the worker is warm", async () => {
    const { call, clock } = await running(`
      const parts = new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", dateStyle: "short" });
      return {
        now: Date.now(),
        made: new Date().getTime(),
        text: Date.parse(Date()),
        origin: performance.timeOrigin + performance.now(),
        formatted: parts.format() === parts.format(new Date()) && parts.formatToParts().length > 0,
        given: new Date(5).getTime(),
        is: new Date() instanceof Date && new Date().constructor === Date,
      }`);
    for (const days of [0, 31]) {
      clock.setOffset(days * DAY);
      const result = await call();
      const seen: Record<string, unknown> = Object(result.ok ? result.payload : {});
      for (const name of ["now", "made", "text", "origin"]) {
        expect(Math.abs(Number(seen[name]) - (Date.now() + days * DAY)), name).toBeLessThan(5000);
      }
      expect(seen).toMatchObject({ formatted: true, given: 5, is: true });
    }
  });

  it("does not affect timers or the remaining time", async () => {
    const { call, clock } = await running(
      "await new Promise(r => setTimeout(r, 5)); return context.getRemainingTimeInMillis()",
    );
    clock.setOffset(400 * DAY);
    const result = await call();
    expect(result.ok && result.payload).toBeGreaterThan(5000);
  });
});

describe("a function's start", () => {
  it("loads fetch only when the function first calls it, not with node:http", async () => {
    const { call } = await running(`
      const loaded = () => process.moduleLoadList.filter((name) => /undici/.test(name)).length;
      await import("node:http");
      const before = loaded();
      await fetch("http://127.0.0.1:1/").catch(() => {});
      return { before, after: loaded(), named: typeof WebSocket };`);
    expect(await call()).toMatchObject({ ok: true, payload: { before: 0, after: 1, named: "function" } });
  });
});

async function standIn() {
  const asked: { url: string | undefined; headers: http.IncomingHttpHeaders; body: string }[] = [];
  const server = http.createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    asked.push({ url: request.url, headers: request.headers, body });
    response.end(JSON.stringify({ from: "the stand-in" }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  atEnd(() => void server.close());
  const address: AddressInfo | string | null = server.address();
  return { asked, port: typeof address === "object" && address !== null ? address.port : 0 };
}

describe("a function with the site's address", () => {
  it("reaches the site, and a function without the address does not", async () => {
    const { asked, port } = await standIn();
    const ask = `return (await fetch("http://localhost:${port}/status")).status`;
    const siteUrl = `http://localhost:${port}`;
    const told = await running(
      ask,
      { environment: { FUNCTION_ID: ID, HOME_PAGE: `${siteUrl}/` } },
      { siteUrl },
    );
    expect(await told.call()).toMatchObject({ ok: true, payload: 200 });
    expect(asked.map(({ url }) => url)).toEqual(["/status"]);
    const untold = await running(ask, {}, { siteUrl });
    expect(await untold.call()).toMatchObject({ ok: false });
    expect(asked).toHaveLength(1);
  });
});

const BY_HTTPS = `
  const https = await import("node:https");
  return await new Promise((resolve, reject) => {
    const request = https.request({ host: event.host, path: "/v1/x?y=1", method: "POST", agent: new https.Agent() }, async (response) => {
      let text = "";
      for await (const chunk of response) text += chunk;
      resolve(text);
    });
    request.on("error", reject);
    // Like Stripe's client, which sends nothing before TLS is ready.
    request.once("socket", (socket) => socket.once("secureConnect", () => request.end("hello")));
  });`;

describe("a function's network", () => {
  it("sends https requests for Stripe to the sandbox, with the function's id", async () => {
    const stripe = await standIn();
    const { call } = await running(
      BY_HTTPS,
      {},
      { outside: [{ hosts: ["api.stripe.com"], port: stripe.port }] },
    );
    const { requestId, ...result } = await call({ host: "api.stripe.com" });
    expect(result).toEqual({ ok: true, payload: '{"from":"the stand-in"}' });
    expect(stripe.asked).toMatchObject([
      {
        url: "/v1/x?y=1",
        body: "hello",
        headers: { host: "api.stripe.com", "x-local-function": ID, "x-local-request-id": requestId },
      },
    ]);
  });

  it("sends fetch requests for Stripe and AWS to their stand-ins", async () => {
    const stripe = await standIn();
    const aws = await standIn();
    const { call } = await running(
      "return (await fetch(event.url, { method: 'POST', body: 'b' })).json()",
      {},
      {
        outside: [{ hosts: ["api.stripe.com"], port: stripe.port }],
        awsPort: aws.port,
      },
    );
    await call({ url: "https://api.stripe.com/v1/a" });
    await call({ url: "https://sqs.eu-west-1.amazonaws.com/queue" });
    await call({ url: `http://127.0.0.1:${aws.port}/endpoint` });
    expect(stripe.asked).toMatchObject([{ url: "/v1/a", body: "b" }]);
    expect(aws.asked).toMatchObject([{ url: "/queue" }, { url: "/endpoint" }]);
  });

  it("sends named imports of node:http to the AWS endpoint", async () => {
    const aws = await standIn();
    const { call } = await running(
      `const { get } = await import("node:http");
       return await new Promise((resolve) => get(process.env.AWS_ENDPOINT_URL + "/x", (r) => resolve(r.statusCode)));`,
      {},
      { awsPort: aws.port },
    );
    expect(await call()).toMatchObject({ payload: 200 });
    expect(aws.asked).toMatchObject([{ url: "/x", headers: { "x-local-function": ID } }]);
  });

  it.each([
    ["https.request", "const https = await import('node:https'); https.request('https://example.com/')"],
    ["fetch", "try { await fetch('https://example.com/') } catch (error) { throw error.cause }"],
    [
      "a socket",
      "const net = await import('node:net'); await new Promise((_, no) => net.connect(443, 'example.com').on('error', no))",
    ],
    [
      "TLS",
      "const tls = await import('node:tls'); await new Promise((_, no) => tls.connect({ host: 'example.com', port: 443 }).on('error', no))",
    ],
  ])("refuses other hosts with an error that names the host: %s", async (_what, code) => {
    const { call } = await running(code);
    const result = await call();
    expect(result.ok ? "" : result.error.errorMessage).toContain("refused: example.com");
  });

  it("refuses other servers on this computer", async () => {
    const other = await standIn();
    const { call } = await running(`await fetch("http://127.0.0.1:${other.port}/")`);
    expect(await call()).toMatchObject({ ok: false });
    expect(other.asked).toEqual([]);
  });
});
