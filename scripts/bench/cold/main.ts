import { execFile } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import * as z from "zod/mini";
import { ROOT } from "../../../local/options.ts";
import { readArguments, wholeNumber } from "../../arguments.ts";
import { functionIds } from "../../bundle/functionIds.ts";
import { putParts } from "../report.ts";
import { environment, median } from "./environment.ts";
import { endpointEvents, OTHER_EVENTS } from "./events.ts";
import { coldSection, type Measured } from "./section.ts";
import { startStub } from "./stub.ts";
import { buildChild, buildVariants, type Variants } from "./variants.ts";

const WORK = path.join(ROOT, ".local/bench/cold");
const run = promisify(execFile);
const Start = z.object({ loaded: z.number(), first: z.nullable(z.number()), calls: z.array(z.string()) });
export type Start = z.output<typeof Start>;
const KINDS = ["own", "defaults", "bare", "empty"] as const;

/**
 * Measures the processor time of every function's cold start until DynamoDB's first answer. Each start runs in a new
 * process, and the function and its three controls take turns: `npm run bench -- cold [--rounds 9] [--only licenses/]`.
 */
export async function benchCold(args: readonly string[]): Promise<void> {
  const { values } = readArguments(args, {
    rounds: { type: "string", default: "9" },
    only: { type: "string", default: "" },
  });
  const rounds = wholeNumber("--rounds", values.rounds);
  rmSync(WORK, { recursive: true, force: true });
  mkdirSync(WORK, { recursive: true });
  const child = await buildChild(path.join(WORK, "child.cjs"), path.join(import.meta.dirname, "child.ts"));
  const variants = await buildVariants(WORK);
  const events = endpointEvents();
  const stub = await startStub({ knowsCaller: false });
  const measured: Measured[] = [];
  try {
    for (const id of functionIds().filter((one) => one.startsWith(values.only))) {
      const files = variants.get(id);
      if (files === undefined) throw new Error(`${id} was not built`);
      const event = path.join(WORK, "event.json");
      writeFileSync(event, JSON.stringify(events.get(id) ?? OTHER_EVENTS[id] ?? {}));
      const one = await measure(id, child, files, event, stub.url, rounds);
      measured.push(one);
      console.log(id, one.calls.join(" "), KINDS.map((kind) => one.first[kind]?.toFixed(1)).join(" "));
    }
  } finally {
    stub.close();
  }
  if (values.only === "") putParts(coldSection(measured, rounds, os.loadavg()[0] ?? 0));
}

async function measure(
  id: string,
  child: string,
  files: Variants,
  event: string,
  url: string,
  rounds: number,
): Promise<Measured> {
  const starts: Record<(typeof KINDS)[number], Start[]> = { own: [], defaults: [], bare: [], empty: [] };
  for (let round = 0; round < rounds; round += 1)
    for (const kind of KINDS) starts[kind].push(await start(child, files[kind], event, environment(id, url)));
  const over = (pick: (one: Start) => number) => ({
    own: median(starts.own.map(pick)),
    defaults: median(starts.defaults.map(pick)),
    bare: median(starts.bare.map(pick)),
    empty: median(starts.empty.map(pick)),
  });
  return {
    id,
    calls: starts.own[0]?.calls ?? [],
    loaded: over(({ loaded }) => loaded),
    first: over(({ loaded, first }) => first ?? loaded),
  };
}

async function start(
  child: string,
  file: string,
  event: string,
  env: Record<string, string>,
): Promise<Start> {
  const { stdout } = await run(process.execPath, [child, file, event], { env });
  return z.parse(Start, JSON.parse(stdout));
}
