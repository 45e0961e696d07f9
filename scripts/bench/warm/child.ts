import { subscribe } from "node:diagnostics_channel";
import { readFileSync, writeSync } from "node:fs";

/**
 * Calls one bundle's handler again and again in a separate process, and prints processor milliseconds per call once it is
 * warm, how many requests a call makes, and how much the heap has grown between the first third and the end.
 */
const [, , file = "", eventFile = "", given = "3000"] = process.argv;
const calls = Number(given);
const WARM_UP = Math.floor(calls / 3);
let requests = 0;
subscribe("http.client.response.finish", () => {
  requests += 1;
});
for (const level of ["info", "warn", "error"] as const) console[level] = () => undefined;

const text = readFileSync(eventFile, "utf8");
const { handler } = require(file);
const heap = (): number => {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
};

async function run(): Promise<void> {
  let started = process.cpuUsage();
  let heapBefore = 0;
  for (let call = 0; call < calls; call += 1) {
    if (call === WARM_UP) {
      heapBefore = heap();
      requests = 0;
      started = process.cpuUsage();
    }
    const context = { awsRequestId: `warm-${call}`, getRemainingTimeInMillis: () => 10_000 };
    await Promise.resolve(handler(JSON.parse(text), context)).catch(() => undefined);
  }
  const { user, system } = process.cpuUsage(started);
  const measured = calls - WARM_UP;
  const result = {
    cpuMs: (user + system) / 1000 / measured,
    requests: requests / measured,
    grownKb: (heap() - heapBefore) / 1000,
  };
  writeSync(1, JSON.stringify(result));
  process.exit(0);
}
void run();
