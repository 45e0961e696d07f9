import { createServer, type Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { License } from "../../../packages/license-client/src/api.ts";
import { createLicense } from "../../../packages/license-client/src/license.ts";
import { nodeCrypto } from "../../../packages/license-client/src/node/crypto.ts";
import type { Fetch, Timers } from "../../../packages/license-client/src/ports.ts";
import { COMPONENTS } from "./computer.ts";
import { serve } from "./http.ts";
import { MemoryStorage } from "./memory.ts";
import { ISSUER, KEY } from "./service.ts";
import { publicOf } from "./sign.ts";

const MEGABYTE = 1024 * 1024;
const noTimers: Timers = () => () => {};

let service: Awaited<ReturnType<typeof serve>>;
let hotel: Awaited<ReturnType<typeof portal>>;
let license: License;
/** The application's own fetch. */
let own: Fetch;
/** Ends the library's current call, as the limit of 20 seconds would. */
let runOut: () => void;

/** Starts a server that stands between the computer and the service. */
async function portal() {
  const world = { sent: 0, open: 0, answer: (socket: Socket): void => void socket.destroy() };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    world.open += 1;
    socket.on("error", () => undefined);
    socket.on("close", () => {
      world.open -= 1;
      sockets.delete(socket);
    });
    socket.once("data", () => world.answer(socket));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    world,
    url: `http://127.0.0.1:${address.port}`,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}

beforeEach(async () => {
  service = await serve();
  service.world.now = Date.now();
  hotel = await portal();
  own = (url, init) => fetch(url, init);
  license = createLicense({
    service: { url: service.url, issuer: ISSUER, keys: [publicOf(service.world.keys.current)] },
    product: "articlip",
    components: COMPONENTS,
    computerName: "desk",
    os: "linux",
    appVersion: "1.0.0",
    storage: new MemoryStorage(),
    crypto: nodeCrypto,
    fetch: (url, init) => own(url, init),
    clock: { now: () => Date.now(), ticks: () => performance.now() },
    timers: noTimers,
  });
  expect((await license.activate(KEY)).outcome).toBe("done");
  own = (url, init) => fetch(url.replace(/^http:\/\/[^/]+/, hotel.url), init);
  vi.spyOn(AbortSignal, "timeout").mockImplementation((limit) => {
    expect(limit).toBe(20_000);
    const abort = new AbortController();
    runOut = () => abort.abort();
    return abort.signal;
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all([service.close(), hotel.close()]);
});

/** Checks that the seat is unchanged, and that the next call with a network works. */
async function expectNothingLost(): Promise<void> {
  expect((await license.state()).name).toBe("active");
  own = (url, init) => fetch(url, init);
  expect(await license.refresh()).toMatchObject({
    outcome: "done",
    state: { name: "active", warning: null },
  });
}

const head = (status: string, ...headers: string[]) =>
  `HTTP/1.1 ${status}\r\n${headers.join("\r\n")}\r\n\r\n`;
const page = "<!doctype html><title>Hotel Wi-Fi</title>";
const withPage = (status: string, ...headers: string[]) =>
  head(status, `content-length: ${page.length}`, ...headers) + page;

test.each<[string, string | Buffer]>([
  ["nothing and closes", ""],
  ["no HTTP", "SSH-2.0-OpenSSH_9.6\r\n"],
  ["a sign-in page", withPage("200 OK", "content-type: text/html")],
  ["a redirect", head("302 Found", "location: http://login.example.com/", "content-length: 0")],
  ["a redirect to itself", head("307 Temporary Redirect", "location: /", "content-length: 0")],
  ["a demand for a proxy's password", withPage("407 Proxy Authentication Required")],
  ["a demand to sign in to the network", withPage("511 Network Authentication Required")],
  ["half of the promised length", head("200 OK", "content-length: 4000") + page],
  ["a chunk without an end", `${head("200 OK", "transfer-encoding: chunked")}ff\r\n{"code":"VALID"`],
  ["a header without an end", "HTTP/1.1 200 OK\r\nlicense-proof: a.b.c"],
  ["headers of a megabyte", head("200 OK", `x: ${"y".repeat(MEGABYTE)}`)],
  [
    "text that is not UTF-8",
    Buffer.concat([Buffer.from(head("200 OK", "content-length: 4")), Buffer.from([0xff, 0xfe, 0xc0, 0x80])]),
  ],
  ["an invalid proof", withPage("200 OK", "license-proof: ..", "license-proof: {}")],
  ["plain text declared as gzip", head("200 OK", "content-encoding: gzip", "content-length: 41") + page],
])("a network that answers %s counts as unreachable", async (_name, bytes) => {
  hotel.world.answer = (socket) => socket.end(bytes);
  expect((await license.refresh()).outcome).toBe("not-reached");
  await expectNothingLost();
});

test.each<[string, string, Buffer]>([
  [
    "an answer without an end",
    head("200 OK", "content-type: application/json"),
    Buffer.alloc(64 * 1024, "a"),
  ],
  [
    "a compressed answer that grows without end",
    head("200 OK", "content-encoding: gzip"),
    gzipSync(Buffer.alloc(64 * MEGABYTE)),
  ],
])("the library stops reading %s", async (_name, headers, part) => {
  hotel.world.answer = (socket) => {
    socket.write(headers);
    const more = () => {
      while (socket.writable && hotel.world.sent < 128 * MEGABYTE) {
        hotel.world.sent += part.length;
        if (!socket.write(part)) return void socket.once("drain", more);
      }
      socket.end();
    };
    more();
  };
  expect((await license.refresh()).outcome).toBe("not-reached");
  expect(hotel.world.sent).toBeLessThan(32 * MEGABYTE);
  await expectNothingLost();
});

test("an answer that arrives in drips ends the call and the connection at the time limit", async () => {
  const dripped = new Promise<void>((done) => {
    hotel.world.answer = (socket) => {
      socket.write(head("200 OK", "content-type: application/json"));
      const drip = () => {
        hotel.world.sent += 1;
        if (hotel.world.sent === 5) done();
        if (socket.writable) socket.write(" ", () => setImmediate(drip));
      };
      drip();
    };
  });
  const refreshed = license.refresh();
  await dripped;
  runOut();
  expect((await refreshed).outcome).toBe("not-reached");
  await expect.poll(() => hotel.world.open).toBe(0);
  await expectNothingLost();
});

test("a call ends at the time limit even if the application's own fetch ignores the signal", async () => {
  const asked = new Promise<void>((done) => {
    own = () => {
      done();
      return new Promise(() => {});
    };
  });
  const refreshed = license.refresh();
  await asked;
  runOut();
  expect((await refreshed).outcome).toBe("not-reached");
  const abort = new AbortController();
  const aborted = license.refresh({ signal: abort.signal });
  abort.abort();
  expect((await aborted).outcome).toBe("aborted");
  await expectNothingLost();
});

test.each<[string, Fetch]>([
  [
    "throws at once",
    () => {
      throw new TypeError("no network module");
    },
  ],
  ["rejects with nothing", () => Promise.reject(undefined)],
  [
    "has no headers",
    async () => ({
      status: 200,
      headers: {
        get: () => {
          throw new Error("gone");
        },
      },
      text: async () => "{}",
    }),
  ],
  [
    "loses the body",
    async () => ({
      status: 200,
      headers: { get: () => null },
      text: () => Promise.reject(new Error("reset")),
    }),
  ],
])("a network counts as unreachable if the application's own fetch %s", async (_name, broken) => {
  own = broken;
  expect((await license.refresh()).outcome).toBe("not-reached");
  await expectNothingLost();
});
