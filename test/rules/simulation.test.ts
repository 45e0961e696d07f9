import { execFile } from "node:child_process";
import path from "node:path";
import { expect, test } from "vitest";
import { PLANTS } from "../simulation/plants/all.ts";
import { planted } from "../simulation/plants/copy.ts";
import { look } from "../simulation/plants/run.ts";

const root = path.resolve(import.meta.dirname, "../..");

/** Runs `npm run simulate` with these options, in a separate process: it takes over the clock. */
function simulate(...options: string[]): Promise<{ code: number; said: string }> {
  const program = ["test/simulation/main.ts", ...options];
  return new Promise((resolve) => {
    execFile(process.execPath, program, { cwd: root, maxBuffer: 2 ** 26 }, (error, stdout, stderr) =>
      resolve({ code: error ? 1 : 0, said: `${stdout}${stderr}` }),
    );
  });
}

/** What a story did, a line a step, without how long it took. */
const linesOf = (said: string) => said.split("\n").filter((line) => line.startsWith("  "));

test("a seed replays exactly", async () => {
  const [one, other] = [
    await simulate("--seed", "3", "--steps", "60", "--verbose"),
    await simulate("--seed", "3", "--steps", "60", "--verbose"),
  ];
  expect(linesOf(one.said).length).toBeGreaterThan(50);
  expect(linesOf(other.said)).toEqual(linesOf(one.said));
});

test("every invariant holds in the stories of 12 seeds, one of them over a year", async () => {
  const { code, said } = await simulate("--seed", "1", "--seeds", "12");
  expect(code, said).toBe(0);
  expect(Number(/^12 seeds, (\d+) steps/m.exec(said)?.[1]), said).toBeGreaterThanOrEqual(12 * 200);
});

test("every invariant holds where tax is collected", async () => {
  const { code, said } = await simulate("--tax", "--seed", "80001", "--seeds", "2");
  expect(code, said).toBe(0);
});

test("stories that once broke an invariant hold", async () => {
  const { code, said } = await simulate("--examples");
  expect(code, said).toBe(0);
});

test("every known defect can be planted in the product as it is", () => {
  for (const plant of PLANTS) expect(planted(plant).size, plant.name).toBeGreaterThan(0);
  expect(() => planted({ name: "lost", edits: [{ file: "package.json", find: "\0", replace: "" }] })).toThrow(
    "must find its code once",
  );
});

test("a planted defect is found", async () => {
  const [first] = PLANTS;
  if (!first) throw new Error("There are no plants");
  expect(await look(first, 3, 1)).toMatchObject({ seeds: 1 });
});

test("the simulation takes over no other test's time and chance", async () => {
  await expect(import("../simulation/determinism.ts")).rejects.toThrow("in a separate process");
});
