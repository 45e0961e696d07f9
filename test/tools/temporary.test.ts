import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");
const shared = mkdtempSync(path.join(tmpdir(), "shared-"));
afterAll(() => rmSync(shared, { recursive: true }));

/** A run that creates a folder, prints its path, and ends as its argument says. */
const LEAVING = `
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { ownTemporaryFolder } from "${pathToFileURL(path.join(root, "scripts/test/temporary.ts")).href}";
ownTemporaryFolder();
ownTemporaryFolder();
console.log(mkdtempSync(tmpdir() + "/left-"));`;

const args = (end: string) => ["--input-type=module-typescript", "--eval", LEAVING + end];
const env = { ...process.env, TMPDIR: shared, TMP: shared, TEMP: shared };

test("the temporary files of a run are deleted at its end", () => {
  const left = execFileSync(process.execPath, args(""), { env, encoding: "utf8" }).trim();
  expect(path.relative(shared, left)).toMatch(/^articlip-run-\d+-\w+[\\/]left-\w+$/);
  expect(existsSync(path.dirname(left))).toBe(false);
});

test("the temporary files of a killed run are deleted when the next run starts", () => {
  const killed = spawnSync(process.execPath, args("process.kill(process.pid, 'SIGKILL');"), {
    env,
    encoding: "utf8",
  }).stdout.trim();
  expect(existsSync(killed)).toBe(true);
  execFileSync(process.execPath, args(""), { env });
  expect(existsSync(killed)).toBe(false);
});

test("every test and every step of npm test uses its run's folder", () => {
  expect(tmpdir()).toMatch(/articlip-run-\d+-/);
  for (const program of ["vitest.config.ts", "scripts/test.ts", "scripts/judge.ts"])
    expect(readFileSync(path.join(root, program), "utf8"), program).toMatch(/^\s*ownTemporaryFolder\(\);$/m);
});
