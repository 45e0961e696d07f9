import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import * as z from "zod/mini";
import { ROOT } from "../../../local/options.ts";
import { putParts, table } from "../report.ts";

const OUT = path.join(ROOT, ".local/bench/payouts-in-memory.json");
const SIZES = [1_000, 4_000, 10_000];
const Lines = z.array(z.array(z.union([z.string(), z.number()])));

export async function benchPayoutsInMemory(given: readonly string[]): Promise<void> {
  const vitest = path.join(ROOT, "node_modules/vitest/vitest.mjs");
  const config = path.join(import.meta.dirname, "vitest.config.ts");
  const sizes = given.length > 0 ? given : SIZES;
  const { status } = spawnSync(process.execPath, [vitest, "run", "--config", config, "--root", ROOT], {
    cwd: ROOT,
    env: { ...process.env, BENCH_SIZES: sizes.join(","), BENCH_OUT: OUT },
    stdio: "inherit",
  });
  if (status !== 0) throw new Error("The bench failed. Its output is above.");
  const section = [
    "## Payouts in memory",
    "",
    "`npm run bench -- payouts-in-memory` writes this part. It makes the same payouts in one process, with DynamoDB, SQS and Stripe in memory, and kills one invocation (turn) of each run. The bench writes results only if every affiliate got one transfer and the sums match. `MB held at most` is the largest growth of the heap within a turn, after garbage collection. It includes the rows that the turn wrote, and the tables in memory, which grow in steps. `MB left` is the growth that remains when the tables are empty.",
    "",
    table(
      ["Affiliates", "Run", "Seconds for both", "Calls", "Turns", "MB held at most", "MB left"],
      z.parse(Lines, JSON.parse(readFileSync(OUT, "utf8"))),
    ),
  ].join("\n");
  console.log(section);
  putParts(section);
}
