import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");

/** What the program ran, as Vitest counts it. */
async function testOne(...words: string[]): Promise<{ files: number; tests: number }> {
  const { stdout } = await promisify(execFile)(process.execPath, ["scripts/testOne.ts", ...words], {
    cwd: root,
    env: { ...process.env, NO_COLOR: "1" },
  });
  const passed = (what: string) => Number(new RegExp(`${what} +(\\d+) passed`).exec(stdout)?.[1]);
  return { files: passed("Test Files"), tests: passed("Tests") };
}

test.each([
  ["part of a path", ["operator/fresh"], { files: 1 }],
  ["several files", ["operator/fresh", "operator/rate"], { files: 2 }],
  ["words of a test's name", ["a row that is on no page, and was read alone"], { files: 1, tests: 1 }],
  ["the same without quotes", ["was", "read", "alone,", "has"], { files: 1, tests: 1 }],
])("npm run test:one takes %s", async (_what, words, ran) => {
  expect(await testOne(...words)).toMatchObject(ran);
});

test("words that no test has are an error, and start nothing", async () => {
  const nothing = ["no test", "has this"].join(" ");
  await expect(testOne(nothing)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`No test's file or name has "${nothing}".`),
  });
});
