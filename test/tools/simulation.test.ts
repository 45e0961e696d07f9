import { execFile } from "node:child_process";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");

/** Runs `npm run simulate` with these options in a separate process, because it replaces the clock. */
function simulate(...options: string[]): Promise<{ code: number; said: string }> {
  const program = ["test/simulation/main.ts", ...options];
  return new Promise((resolve) => {
    execFile(process.execPath, program, { cwd: root, maxBuffer: 2 ** 26 }, (error, stdout, stderr) =>
      resolve({ code: error ? 1 : 0, said: `${stdout}${stderr}` }),
    );
  });
}

/** The steps of a story, without their durations. */
const linesOf = (said: string) => said.split("\n").filter((line) => line.startsWith("  "));

test("every invariant holds in the stories of two seeds, and a seed replays exactly", async () => {
  const { code, said } = await simulate("--seed", "1", "--seeds", "2", "--steps", "120", "--verbose");
  expect(code, said).toBe(0);
  expect(Number(/^2 seeds, (\d+) steps/m.exec(said)?.[1]), said).toBeGreaterThanOrEqual(2 * 120);
  const again = linesOf((await simulate("--seed", "2", "--steps", "120", "--verbose")).said);
  expect(again.length).toBeGreaterThan(100);
  // A story leaves no state in the process that could change the next story.
  expect(linesOf(said).slice(-again.length)).toEqual(again);
});

test("every invariant holds with tax", async () => {
  const { code, said } = await simulate("--tax", "--seed", "80001", "--steps", "80");
  expect(code, said).toBe(0);
});

test("the simulation cannot start in a test's process, where it would replace the clock and random numbers", async () => {
  await expect(import("../simulation/determinism.ts")).rejects.toThrow("in a separate process");
});
