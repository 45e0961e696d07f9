import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");

/** Plays one story as `npm run simulate` does. @returns what it did, a line a step, without how long it took */
async function simulate(seed: string, steps: string): Promise<string[]> {
  const program = ["test/simulation/main.ts", "--seed", seed, "--steps", steps, "--verbose"];
  const { stdout } = await promisify(execFile)(process.execPath, program, {
    cwd: root,
    maxBuffer: 2 ** 26,
  });
  return stdout.split("\n").filter((line) => line.startsWith("  "));
}

test("a seed replays exactly, and every invariant holds in it", async () => {
  const first = await simulate("3", "120");
  expect(first.length).toBeGreaterThan(50);
  expect(first.filter((line) => line.includes("BROKEN"))).toEqual([]);
  expect(await simulate("3", "120")).toEqual(first);
});
