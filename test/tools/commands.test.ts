import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { usageOf } from "../../scripts/usage.mjs";

const root = path.resolve(import.meta.dirname, "../..");
const { scripts }: { scripts: Record<string, string> } = JSON.parse(
  readFileSync(path.join(root, "package.json"), "utf8"),
);

type Ended = { status: number; stdout: string; stderr: string };

/** `npm run <name> -- <arguments>`, without npm. */
function runScript(name: string, ...args: string[]): Promise<Ended> {
  const [, ...program] = (scripts[name] ?? "").split(" ");
  const env = { ...process.env, STACK_FILE: path.join(tmpdir(), "no-stack.json") };
  return new Promise((resolve) => {
    execFile(process.execPath, [...program, ...args], { cwd: root, env }, (error, stdout, stderr) =>
      resolve({ status: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
  });
}

test.each([
  ["judge", ["nonesuch"], /There is no judge "nonesuch"\. There are: actionlint/],
  ["deploy", [], /Say which stage: --stage dev or/],
  ["destroy", [], /Say which stage: --stage dev or/],
  ["token", ["nonesuch"], /there is no nonesuch on the local stack/i],
  ["seed", [], /No stack is running here: start one with npm run dev/],
])("npm run %s says in a sentence what it lacks", async (name, args, sentence) => {
  const { status, stderr } = await runScript(name, ...args);
  expect(status).toBe(1);
  expect(stderr).toMatch(sentence);
  expect(stderr).not.toMatch(/\n\s+at /);
});

test("every script starts by bootstrap.mjs and has its help", () => {
  for (const [name, command] of Object.entries(scripts)) {
    const [, program = ""] = /^node scripts\/bootstrap\.mjs (\S+)/.exec(command) ?? [];
    expect(usageOf(program)).toMatch(
      name === "test" ? /^npm test/ : new RegExp(`^npm run (--silent )?${name}\\b`, "m"),
    );
  }
});

test("--help prints what a command does, and starts nothing", async () => {
  const { status, stdout } = await runScript("test", "--help");
  expect({ status, stdout: stdout.trim() }).toEqual({ status: 0, stdout: usageOf("scripts/test.ts") });
});
