import { spawnSync } from "node:child_process";

export type Ran = { readonly status: number; readonly stdout: string; readonly stderr: string };
/** Runs a program. @param options `show` prints the output instead of returning it; `env` adds environment variables */
export type Run = (
  command: string,
  args: readonly string[],
  options?: { readonly show?: true; readonly env?: Readonly<Record<string, string>> },
) => Ran;

/** A person has to do something first; the message says what. */
export class Refusal extends Error {}

/** An unknown or invalid argument; the message names the valid arguments. */
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

/** @throws Refusal with the sentence and the program's error output */
export function mustRun(run: Run, sentence: string, ...call: Parameters<Run>): string {
  const { status, stdout, stderr } = run(...call);
  if (status !== 0) throw new Refusal(`${sentence}\n${stderr.trim()}`.trim());
  return stdout.trim();
}

/** Runs a script's main function. Prints a Refusal without its stack. Exit code: 2 for a Misuse, 1 for others. */
export async function script(main: () => Promise<void> | void): Promise<void> {
  try {
    await main();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    console.error(`\n${error.message}\n`);
    process.exitCode = error instanceof Misuse ? 2 : 1;
  }
}
