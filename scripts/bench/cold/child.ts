import { subscribe } from "node:diagnostics_channel";
import { readFileSync, writeSync } from "node:fs";
import type { ClientRequest } from "node:http";

/**
 * Measures one cold start in a new process: loads a bundle, calls its handler, and stops at DynamoDB's first answer.
 * Prints processor milliseconds since the process began. The bench builds this file to CommonJS, so that the process
 * loads nothing but the bundle.
 */
const [, , file = "", eventFile = ""] = process.argv;
const spent = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
const calls: string[] = [];
const isOfDatabase = (call: string) => call.startsWith("DynamoDB_");
let loaded = 0;

function finish(): void {
  const first = calls.some(isOfDatabase) ? spent() : null;
  writeSync(1, JSON.stringify({ loaded, first, calls }));
  process.exit(0);
}

type Finished = { request: ClientRequest };
subscribe("http.client.response.finish", (message) => {
  const { request } = message as Finished;
  const target = String(request.getHeader("x-amz-target") ?? request.getHeader("host"));
  calls.push(target);
  // The client parses the body in the next turn of the event loop. The handler may end in the same turn.
  if (isOfDatabase(target)) setImmediate(() => setImmediate(finish));
});

const context = { awsRequestId: "cold", getRemainingTimeInMillis: () => 10_000 };
const event: unknown = JSON.parse(readFileSync(eventFile, "utf8"));
for (const level of ["info", "warn", "error"] as const) console[level] = () => undefined;
const { handler } = require(file);
loaded = spent();
Promise.resolve(handler(event, context)).then(finish, finish);
