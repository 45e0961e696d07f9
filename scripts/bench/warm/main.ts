import { execFile } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import * as z from "zod/mini";
import { ENDPOINTS } from "#shared/endpoints.ts";
import type { Access } from "../../../infra/access/row.ts";
import { ACCESS } from "../../../infra/access.ts";
import { ROOT } from "../../../local/options.ts";
import { readArguments, wholeNumber } from "../../arguments.ts";
import { environment } from "../cold/environment.ts";
import { endpointEvents } from "../cold/events.ts";
import { LISTED, OWN_LOAD } from "../cold/section.ts";
import { startStub } from "../cold/stub.ts";
import { buildChild, buildVariants } from "../cold/variants.ts";
import { putParts, table } from "../report.ts";

const WORK = path.join(ROOT, ".local/bench/warm");
const run = promisify(execFile);
const Measured = z.object({
  ownMs: z.number(),
  bareMs: z.number(),
  requests: z.number(),
  grownKb: z.number(),
});
type Line = z.output<typeof Measured> & { id: string; ratio: number };
const GOAL = 1.25;

/**
 * Measures the processor time of each endpoint's warm call and its memory after many calls, against a bare handler with
 * as many requests: `npm run bench -- warm [--calls 3000] [--only licenses/]`. The database is a stub in another
 * process.
 */
export async function benchWarm(args: readonly string[]): Promise<void> {
  const { values } = readArguments(args, {
    calls: { type: "string", default: "3000" },
    only: { type: "string", default: "" },
  });
  wholeNumber("--calls", values.calls);
  rmSync(WORK, { recursive: true, force: true });
  mkdirSync(WORK, { recursive: true });
  const child = await buildChild(path.join(WORK, "child.cjs"), path.join(import.meta.dirname, "child.ts"));
  const variants = await buildVariants(WORK);
  const events = endpointEvents();
  // Stripe has no stub. Functions that call Stripe do not find the caller's row, so they stop before the call.
  const stubs = {
    known: await startStub({ knowsCaller: true }),
    unknown: await startStub({ knowsCaller: false }),
  };
  const lines: Line[] = [];
  try {
    const endpoints = Object.entries<Access>(ACCESS).filter(([id]) => id in ENDPOINTS);
    for (const [id, { stripe }] of endpoints.filter(([one]) => one.startsWith(values.only))) {
      const files = variants.get(id);
      if (files === undefined) throw new Error(`${id} was not built`);
      const event = path.join(WORK, "event.json");
      writeFileSync(event, JSON.stringify(events.get(id) ?? {}));
      const program = ["--expose-gc", child, files.own, files.bare, event, values.calls];
      const { url } = stripe ? stubs.unknown : stubs.known;
      const { stdout } = await run(process.execPath, program, { env: environment(id, url) });
      const measured = z.parse(Measured, JSON.parse(stdout));
      const ratio = measured.ownMs / (measured.bareMs * Math.max(1, measured.requests));
      lines.push({ id, ...measured, ratio });
      console.log(id, measured.requests.toFixed(1), measured.ownMs.toFixed(2), ratio.toFixed(2));
    }
  } finally {
    for (const stub of Object.values(stubs)) stub.close();
  }
  const section = sectionOf(lines, Number(values.calls), os.loadavg()[0] ?? 0);
  console.log(section);
  putParts(section);
}

function sectionOf(lines: readonly Line[], calls: number, load: number): string {
  const sorted = lines.map(({ ratio }) => ratio).sort((a, b) => a - b);
  const worst = lines.toSorted((a, b) => b.ratio - a.ratio).slice(0, LISTED);
  return [
    "## Warm calls",
    "",
    `\`npm run bench -- warm\` writes this part. It measures the processor milliseconds of a warm call, including the SDK's work for its requests. The database is a stub in another process, whose time does not count. The bare handler has our settings and reads one row. The ratio compares a call with as many calls of the bare handler as the endpoint makes requests. ${calls.toLocaleString("en")} calls of each endpoint take turns with half as many of the bare handler in the same process, 50 and 25 at a time, so that both run under the same conditions. The first third of the calls does not count. "Grown" is the growth of the heap during the other calls, after garbage collection. The machine was ${load > OWN_LOAD ? `shared with other work (load average ${load.toFixed(1)})` : "quiet"}. The stub has the caller's row, a computer on every key, and a page of 25 keys. It has no rows for endpoints that may call Stripe, because Stripe has no stub: these calls end early.`,
    "",
    `Median ratio ${(sorted[Math.floor(sorted.length / 2)] ?? 0).toFixed(2)}, largest ${(sorted.at(-1) ?? 0).toFixed(2)}, goal ${GOAL}. The ${LISTED} largest, of ${lines.length}:`,
    "",
    table(
      ["Endpoint", "Requests", "ms", "Bare handler", "Ratio", "Grown kB"],
      worst.map(({ id, requests, ownMs, bareMs, ratio, grownKb }) => [
        id,
        requests.toFixed(1),
        ownMs.toFixed(2),
        bareMs.toFixed(2),
        ratio.toFixed(2),
        grownKb.toFixed(0),
      ]),
    ),
    "",
  ].join("\n");
}
