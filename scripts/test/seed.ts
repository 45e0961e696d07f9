import { spawnSync } from "node:child_process";

/** The seed outside a git checkout, such as in a downloaded archive. */
const FALLBACK = 20_261_122;

export type Seed = { readonly value: number; readonly source: string };

/**
 * The seed of every property. It is `SEED` from the environment, or else comes from the commit, so that runs can be
 * repeated and machines agree. A 32-bit integer, as fast-check requires.
 * @throws RangeError if `SEED` is not such an integer
 */
export function seedOf(env: NodeJS.ProcessEnv, cwd = process.cwd()): Seed {
  if (env.SEED !== undefined && env.SEED !== "") return { value: parse(env.SEED), source: "SEED" };
  const { status, stdout } = spawnSync("git", ["rev-parse", "HEAD"], { cwd, encoding: "utf8" });
  const commit = stdout?.trim() ?? "";
  if (status !== 0 || !/^[0-9a-f]{40}/.test(commit)) return { value: FALLBACK, source: "no git checkout" };
  return { value: Number.parseInt(commit.slice(0, 8), 16) | 0, source: `commit ${commit.slice(0, 8)}` };
}

function parse(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || (value | 0) !== value)
    throw new RangeError(`SEED must be a 32-bit integer, and is ${text}`);
  return value;
}

/** Sets the seed for all child processes, and prints it unless it was given. */
export function setSeed(env: NodeJS.ProcessEnv): void {
  const { value, source } = seedOf(env);
  if (source !== "SEED") console.log(`Properties draw from SEED=${value} (${source}).`);
  env.SEED = String(value);
}
