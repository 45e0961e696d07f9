import { execFile } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs, promisify } from "node:util";
import * as z from "zod/mini";
import { ENDPOINTS } from "#shared/endpoints.ts";
import { ROOT } from "../../../local/options.ts";
import { environment } from "../cold/environment.ts";
import { endpointEvents } from "../cold/events.ts";
import { OWN_LOAD } from "../cold/section.ts";
import { startStub } from "../cold/stub.ts";
import { buildChild, buildVariants } from "../cold/variants.ts";
import { putParts, table } from "../report.ts";

const WORK = path.join(ROOT, ".local/bench/warm");
const run = promisify(execFile);
const Measured = z.object({ cpuMs: z.number(), requests: z.number(), grownKb: z.number() });
type Measured = z.output<typeof Measured>;
const GOAL = 1.25;

/**
 * Processor time of a warm call, and memory after many, of each endpoint and of a bare handler that makes as many
 * requests: `npm run bench -- warm [--calls 3000] [--only licenses/]`. The database is a stub in another process.
 */
export async function benchWarm(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { calls: { type: "string", default: "3000" }, only: { type: "string", default: "" } },
  });
  rmSync(WORK, { recursive: true, force: true });
  mkdirSync(WORK, { recursive: true });
  const child = await buildChild(path.join(WORK, "child.cjs"), path.join(import.meta.dirname, "child.ts"));
  const variants = await buildVariants(WORK);
  const events = endpointEvents();
  const stub = await startStub();
  const lines: { id: string; own: Measured; bare: Measured; ratio: number }[] = [];
  try {
    for (const id of Object.keys(ENDPOINTS).filter((one) => one.startsWith(values.only))) {
      const files = variants.get(id);
      if (files === undefined) throw new Error(`${id} was not built`);
      const event = path.join(WORK, "event.json");
      writeFileSync(event, JSON.stringify(events.get(id) ?? {}));
      const measure = async (file: string, calls: number) => {
        const program = ["--expose-gc", child, file, event, String(calls)];
        const { stdout } = await run(process.execPath, program, { env: environment(id, stub.url) });
        return z.parse(Measured, JSON.parse(stdout));
      };
      const calls = Number(values.calls);
      // The time of a call needs fewer of them than the memory.
      const one = { own: await measure(files.own, calls), bare: await measure(files.bare, calls / 2) };
      const other = { own: await measure(files.own, calls / 2), bare: await measure(files.bare, calls / 2) };
      const quicker = (kind: "own" | "bare"): Measured => ({
        ...one[kind],
        cpuMs: Math.min(one[kind].cpuMs, other[kind].cpuMs),
      });
      const [own, bare] = [quicker("own"), quicker("bare")];
      const ratio = own.cpuMs / (bare.cpuMs * Math.max(1, own.requests));
      lines.push({ id, own, bare, ratio });
      console.log(
        id,
        own.requests.toFixed(1),
        own.cpuMs.toFixed(2),
        bare.cpuMs.toFixed(2),
        own.grownKb.toFixed(0),
      );
    }
  } finally {
    stub.close();
  }
  const section = sectionOf(lines, Number(values.calls), os.loadavg()[0] ?? 0);
  console.log(section);
  putParts(section);
}

function sectionOf(
  lines: readonly { id: string; own: Measured; bare: Measured; ratio: number }[],
  calls: number,
  load: number,
): string {
  const sorted = lines.map(({ ratio }) => ratio).sort((a, b) => a - b);
  return [
    "## Warm calls",
    "",
    `\`npm run bench -- warm\` writes this part: processor milliseconds of a call once it is warm, with what the SDK does for its requests and without the database, which is a stub in another process. The bare handler has our settings and asks for one row; the ratio is to as many of its calls as the endpoint makes requests. ${calls.toLocaleString("en")} calls of each endpoint, then half as many of the bare handler, and half as many of both once more; the quicker of the two counts. "Grown" is the heap from a third of them to the end, garbage collected. The machine was ${load > OWN_LOAD ? `shared with other work (load average ${load.toFixed(1)})` : "quiet"}. The stub has no rows, so most endpoints end after the caller's row.`,
    "",
    `Median ratio ${(sorted[Math.floor(sorted.length / 2)] ?? 0).toFixed(2)}, largest ${(sorted.at(-1) ?? 0).toFixed(2)}, goal ${GOAL}.`,
    "",
    table(
      ["Endpoint", "Requests", "ms", "Bare handler", "Ratio", "Grown kB"],
      lines.map(({ id, own, bare, ratio }) => [
        id,
        own.requests.toFixed(1),
        own.cpuMs.toFixed(2),
        bare.cpuMs.toFixed(2),
        ratio.toFixed(2),
        own.grownKb.toFixed(0),
      ]),
    ),
    "",
  ].join("\n");
}
