import { execFileSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { seedOf } from "../../scripts/test/seed.ts";
import { runs, SEED } from "../support/runs.ts";

const root = path.resolve(import.meta.dirname, "../..");

function emptyFolder(): string {
  return mkdtempSync(path.join(tmpdir(), "seed-"));
}

describe("the seed of a run", () => {
  test("is the value of SEED if it is set", () => {
    expect(seedOf({ SEED: "-17" })).toEqual({ value: -17, source: "SEED" });
  });

  test("comes from the commit, so it is the same each time and differs between commits", () => {
    const cwd = emptyFolder();
    const git = (...args: string[]) =>
      execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], { cwd, encoding: "utf8" });
    const commit = (text: string) => {
      writeFileSync(path.join(cwd, "file"), text);
      git("add", "file");
      git("commit", "--quiet", "--no-gpg-sign", "--message", text);
      return seedOf({}, cwd);
    };
    git("init", "--quiet");
    const first = commit("one");
    expect(first.source).toBe(`commit ${git("rev-parse", "HEAD").slice(0, 8)}`);
    expect(seedOf({}, cwd)).toEqual(first);
    expect(commit("two").value).not.toBe(first.value);
  });

  test("is fixed outside a git checkout", () => {
    const cwd = emptyFolder();
    expect(seedOf({ GIT_CEILING_DIRECTORIES: tmpdir() }, cwd)).toEqual({
      value: 20_261_122,
      source: "no git checkout",
    });
  });

  test.each(["x", "1.5", "4294967296"])("is refused if it is not a 32-bit integer: %s", (given) => {
    expect(() => seedOf({ SEED: given })).toThrow(`SEED must be a 32-bit integer, and is ${given}`);
  });
});

describe("properties", () => {
  const files = globSync(["test/**/*.ts", "packages/*/test/**/*.ts"], { cwd: root }).map(
    (file) => [file, readFileSync(path.join(root, file), "utf8")] as const,
  );

  test("use the run's seed", () => {
    expect(fc.readConfigureGlobal()).toMatchObject({ seed: SEED, numRuns: runs(100) });
    const own = files.filter(
      ([file, text]) => text.includes("configureGlobal({") && !/properties\.ts$|seeds\.test/.test(file),
    );
    expect(own.map(([file]) => file)).toEqual([]);
  });

  test("set their number of runs with runs(), so that test:deep can multiply the number", () => {
    // A single run is an example with its own seed and path.
    const fixed = files.filter(([, text]) => /numRuns: (?!1\b)\d/.test(text));
    expect(fixed.map(([file]) => file)).toEqual([]);
  });
});
