import { spawnSync } from "node:child_process";

export type Ran = { readonly status: number; readonly stdout: string; readonly stderr: string };
/** Runs a program; what goes in by `input` (a secret) stands in no list of processes. */
export type Run = (
  command: string,
  args: readonly string[],
  options?: { readonly input?: string; readonly show?: true; readonly region?: string },
) => Ran;

/** Something that a person has to do first; its message says what. */
export class Refusal extends Error {}

export const run: Run = (command, args, { input, show, region } = {}) => {
  const done = spawnSync(command, args, {
    encoding: "utf8",
    stdio: [input === undefined ? "inherit" : "pipe", show ? "inherit" : "pipe", show ? "inherit" : "pipe"],
    ...(input === undefined ? {} : { input }),
    env: { ...process.env, ...(region === undefined ? {} : { AWS_REGION: region }) },
  });
  return {
    status: done.status ?? 1,
    stdout: done.stdout ?? "",
    stderr: done.stderr || done.error?.message || "",
  };
};

/** @throws with the sentence and what the program said */
export function mustRun(run: Run, sentence: string, ...call: Parameters<Run>): string {
  const { status, stdout, stderr } = run(...call);
  if (status !== 0) throw new Refusal(`${sentence}\n${stderr.trim()}`.trim());
  return stdout.trim();
}

/** Runs a script's main function; a refusal is a sentence, not a stack. */
export async function script(main: () => Promise<void> | void): Promise<void> {
  try {
    await main();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    console.error(`\n${error.message}\n`);
    process.exitCode = 1;
  }
}
