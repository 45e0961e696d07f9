import { spawnSync } from "node:child_process";

export type Ran = { readonly status: number; readonly stdout: string; readonly stderr: string };
/** Runs a program. @param options `show` its output instead of returning it; `env` on top of this process's own */
export type Run = (
  command: string,
  args: readonly string[],
  options?: { readonly show?: true; readonly env?: Readonly<Record<string, string>> },
) => Ran;

/** Something that a person has to do first; its message says what. */
export class Refusal extends Error {}

/** An argument that a command does not take; its message is one sentence with those that it takes. */
export class Misuse extends Refusal {}

export const run: Run = (command, args, { show, env } = {}) => {
  const output = show ? "inherit" : "pipe";
  const done = spawnSync(command, args, {
    encoding: "utf8",
    stdio: ["inherit", output, output],
    env: { ...process.env, ...env },
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

/** Runs a script's main function. A refusal is a sentence and not a stack: exit code 2 for a misuse, else 1. */
export async function script(main: () => Promise<void> | void): Promise<void> {
  try {
    await main();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    console.error(`\n${error.message}\n`);
    process.exitCode = error instanceof Misuse ? 2 : 1;
  }
}
