import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import { stopwatch } from "./determinism.ts";

type Stories = { first: number; seeds: number };

/**
 * Plays the stories in `jobs` processes, each with its share of the seeds. If a story breaks an invariant, the other
 * processes end, too.
 * @param options the options of this program that each process gets
 * @returns the exit code
 */
export async function playInJobs(
  jobs: number,
  { first, seeds }: Stories,
  options: readonly string[],
): Promise<number> {
  if (!Number.isFinite(seeds)) throw new Error("--jobs needs a number of seeds to share. Add --seeds");
  const started = stopwatch();
  const share = Math.ceil(seeds / jobs);
  const running: ChildProcess[] = [];
  const endAll = () => {
    for (const child of running) child.kill();
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, endAll);
  const play = (done: number) =>
    new Promise<number>((resolve) => {
      const own = ["--jobs", 1, "--seed", first + done, "--seeds", Math.min(share, seeds - done)].map(String);
      const program = path.join(import.meta.dirname, "main.ts");
      const child = spawn(process.execPath, [program, ...options, ...own], { stdio: "inherit" });
      running.push(child);
      child.on("close", (code) => resolve(code ?? 1));
    }).then((code) => {
      if (code !== 0) endAll();
      return code;
    });
  const shares = Array.from({ length: Math.ceil(seeds / share) }, (_, index) => index * share);
  const codes = await Promise.all(shares.map(play));
  const seconds = (stopwatch() - started) / 1000;
  if (codes.some((code) => code !== 0)) return 1;
  console.log(`${seeds} seeds in ${jobs} processes, ${(seeds / seconds).toFixed(2)} seeds a second`);
  return 0;
}
