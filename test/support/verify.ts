import { spawn } from "node:child_process";
import path from "node:path";

const ROOT = path.resolve(import.meta.dirname, "../..");

export type Ran = { exit: number | null; said: string };

/**
 * Runs `npm run verify` in a separate process.
 * @param answer gets all output so far, and returns the line to type
 */
export function runVerify(
  args: readonly string[],
  {
    env = {},
    answer,
  }: { env?: NodeJS.ProcessEnv; answer?: (said: string) => Promise<string | undefined> } = {},
): Promise<Ran> {
  const child = spawn(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", "scripts/verify.ts", ...args],
    {
      cwd: ROOT,
      env: { ...process.env, ...env },
    },
  );
  let said = "";
  let typed = Promise.resolve();
  const hear = (part: Buffer) => {
    said += part.toString();
    const heard = said;
    typed = typed.then(async () => {
      const line = await answer?.(heard);
      if (line !== undefined) child.stdin.write(`${line}\n`);
    });
  };
  child.stdout.on("data", hear);
  child.stderr.on("data", hear);
  return new Promise((done, fail) => {
    child.once("error", fail);
    child.once("close", (exit) => done({ exit, said }));
  });
}

/** `ok        a customer signs up …` → `["ok", "a customer signs up"]` */
export function linesOf(said: string): [outcome: string, name: string][] {
  return [...said.matchAll(/^ {2}(ok|FAILED|skipped|not here) {2,}(.+?) {2,}\d+\.\d s/gm)].map(
    ([, outcome = "", name = ""]) => [outcome, name],
  );
}
