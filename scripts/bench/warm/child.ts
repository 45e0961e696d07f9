import { subscribe } from "node:diagnostics_channel";
import { readFileSync, writeSync } from "node:fs";

/**
 * Calls one bundle's handler and the bare one in turn in a separate process, so that both meet the same machine. Prints
 * processor milliseconds per call of each once they are warm, how many requests a call makes, and how much the heap has
 * grown between the first third and the end.
 */
const [, , ownFile = "", bareFile = "", eventFile = "", given = "3000"] = process.argv;
const calls = Number(given);
const TURN = 50;
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

/** Processor milliseconds of so many calls. */
async function turn(handler: Handler, count: number): Promise<number> {
  const started = process.cpuUsage();
  for (let call = 0; call < count; call += 1) {
    const context = { awsRequestId: `warm-${call}`, getRemainingTimeInMillis: () => 10_000 };
    await Promise.resolve(handler(JSON.parse(text), context)).catch(() => undefined);
  }
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1000;
}

async function run(): Promise<void> {
  await turn(own, WARM_UP);
  await turn(bare, WARM_UP);
  const heapBefore = heap();
  const spent = { own: 0, bare: 0 };
  let ownRequests = 0;
  const turns = Math.ceil((calls - WARM_UP) / TURN);
  for (let at = 0; at < turns; at += 1) {
    requests = 0;
    spent.own += await turn(own, TURN);
    ownRequests += requests;
    spent.bare += await turn(bare, TURN);
  }
  const measured = turns * TURN;
  const result = {
    ownMs: spent.own / measured,
    bareMs: spent.bare / measured,
    requests: ownRequests / measured,
    grownKb: (heap() - heapBefore) / 1000,
  };
  writeSync(1, JSON.stringify(result));
  process.exit(0);
}
void run();
