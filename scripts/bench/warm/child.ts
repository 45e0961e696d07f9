import { subscribe } from "node:diagnostics_channel";
import { readFileSync, writeSync } from "node:fs";

/**
 * Alternates calls of a bundle's handler and of a bare handler in a new process, so that both run under the same
 * conditions. Prints processor milliseconds per warm call of each, requests per call, and the heap's growth from the
 * first third to the end.
 */
const [, , ownFile = "", bareFile = "", eventFile = "", given = "3000"] = process.argv;
const calls = Number(given);
const TURN = { own: 50, bare: 25 };
const WARM_UP = Math.floor(calls / 3);
let requests = 0;
subscribe("http.client.response.finish", () => {
  requests += 1;
});
for (const level of ["info", "warn", "error"] as const) console[level] = () => undefined;

const text = readFileSync(eventFile, "utf8");
type Handler = (event: unknown, context: object) => unknown;
const own: Handler = require(ownFile).handler;
const bare: Handler = require(bareFile).handler;
const heap = (): number => {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
};

/**
 * A sign-out waits for the next second. The bench skips this wait, which takes no processor time. It keeps the timeout
 * of requests to DynamoDB, which is a second.
 */
const REQUEST_TIMEOUT_MS = 1000;
const later = globalThis.setTimeout;
globalThis.setTimeout = Object.assign(
  (go: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) =>
    later(go, ms < REQUEST_TIMEOUT_MS ? 0 : ms, ...args),
  later,
);

type Spent = { ms: number; calls: number; requests: number };

async function turn(handler: Handler, calls: number): Promise<Spent> {
  const started = process.cpuUsage();
  requests = 0;
  for (let call = 0; call < calls; call += 1) {
    const context = { awsRequestId: `warm-${call}`, getRemainingTimeInMillis: () => 10_000 };
    await Promise.resolve(handler(JSON.parse(text), context)).catch(() => undefined);
  }
  const { user, system } = process.cpuUsage(started);
  return { ms: (user + system) / 1000, calls, requests };
}

const add = (one: Spent, other: Spent): Spent => ({
  ms: one.ms + other.ms,
  calls: one.calls + other.calls,
  requests: one.requests + other.requests,
});

async function run(): Promise<void> {
  await turn(own, WARM_UP);
  await turn(bare, WARM_UP / 2);
  const heapBefore = heap();
  const none: Spent = { ms: 0, calls: 0, requests: 0 };
  const spent = { own: none, bare: none };
  while (spent.own.calls < calls - WARM_UP) {
    spent.own = add(spent.own, await turn(own, TURN.own));
    spent.bare = add(spent.bare, await turn(bare, TURN.bare));
  }
  const result = {
    ownMs: spent.own.ms / spent.own.calls,
    bareMs: spent.bare.ms / spent.bare.calls,
    requests: spent.own.requests / spent.own.calls,
    grownKb: (heap() - heapBefore) / 1000,
  };
  writeSync(1, JSON.stringify(result));
  process.exit(0);
}
void run();
