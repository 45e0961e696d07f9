import { request } from "node:http";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { faultEngine } from "../../src/aws/faults.ts";
import { DEFAULT_VIEWER } from "../../src/cloudfront/viewer.ts";
import { startControl } from "../../src/control/server.ts";

const move = vi.fn(async () => {});
let control: { url: string; close: () => Promise<void> };
beforeAll(async () => {
  control = await startControl({
    port: 0,
    clock: { now: () => new Date(0), offsetMs: () => 0, move },
    faults: faultEngine([]),
    invocations: () => [],
    usage: () => ({}),
    runSchedule: async () => undefined,
    settle: async () => {},
    viewer: { get: () => DEFAULT_VIEWER, set: () => {} },
    setStreams: async () => {},
    coolDown: () => {},
  });
});
afterAll(() => control.close());

const moveClock = (headers: Record<string, string>) =>
  new Promise<number | undefined>((resolve, reject) => {
    const { port } = new URL(control.url);
    const asked = request(
      { host: "127.0.0.1", port, path: "/clock", method: "POST", headers },
      (response) => {
        response.resume();
        resolve(response.statusCode);
      },
    );
    asked.on("error", reject);
    asked.end(JSON.stringify({ advanceSeconds: 60 }));
  });

it.each([
  ["a foreign host name that points to this computer", { host: "evil.example:4401" }],
  ["a host name that begins with localhost", { host: "localhost.evil.example" }],
  ["a form on another site", { "content-type": "text/plain", origin: "https://evil.example" }],
  ["a page with the origin null", { "content-type": "text/plain", origin: "null" }],
])("%s cannot move the clock", async (_who, headers) => {
  expect(await moveClock(headers)).toBe(403);
  expect(move).not.toHaveBeenCalled();
});

it("a program or a page on this computer can move the clock", async () => {
  expect(await moveClock({})).toBe(200);
  expect(await moveClock({ host: "localhost:4401", origin: "http://localhost:4400" })).toBe(200);
  expect(move).toHaveBeenCalledTimes(2);
});
