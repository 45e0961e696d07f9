import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { writeStackFile } from "../../local/stackFile.ts";
import { NAMED, usageOf } from "../../scripts/usage.mjs";

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, "../..");
const { scripts }: { scripts: Record<string, string> } = JSON.parse(
  readFileSync(path.join(root, "package.json"), "utf8"),
);

/** The file of a killed stack, with a port on which nothing listens. */
const STACK_FILE = path.join(mkdtempSync(path.join(tmpdir(), "killed-")), "stack.json");
beforeAll(() => {
  const url = "http://127.0.0.1:1";
  const pool = { endpoint: url, userPoolId: "pool", clientId: "client" };
  const person = { email: "ada@example.com", password: "x" };
  writeStackFile(STACK_FILE, {
    siteUrl: url,
    apiUrl: url,
    controlUrl: url,
    awsUrl: url,
    mailUrl: url,
    stripe: { apiUrl: url, dashboardUrl: url, webhookSecret: "x", secretKey: "x" },
    cognito: pool,
    operatorPool: pool,
    dynamodb: { endpoint: url, region: "eu-central-1", tables: {} },
    operator: person,
    customer: person,
  });
});
afterAll(() => rmSync(path.dirname(STACK_FILE), { recursive: true }));

type Ended = { status: number; stdout: string; stderr: string };

/** Runs `npm run <name> -- <arguments>` without npm. */
function runScript(name: string, ...args: string[]): Promise<Ended> {
  const [, ...program] = (scripts[name] ?? "").split(" ");
  const env = { ...process.env, STACK_FILE };
  return new Promise((resolve) => {
    execFile(process.execPath, [...program, ...args], { cwd: root, env }, (error, stdout, stderr) =>
      resolve({ status: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
  });
}

// One program that loads fast is enough for each kind of refusal: the next test checks that all share one parser.
test.each([
  ["deploy", [], 2, /Say which stage: --stage dev or/],
  ["seed", ["token", "nonesuch"], 2, /"nonesuch" is unknown\. Say one of: customer, operator\./],
  ["seed", ["large", "abc"], 2, /large takes a whole number, 1 or more, not "abc"\./],
  ["operate", ["nosuch"], 2, /^Say one of: operator:create, operator:remove, stripe:setup/],
  ["operate", ["drill", "x"], 2, /"x" is not understood here\. This command takes: --port\./],
  ["docs", ["--all"], 2, /--all is not understood here\. This command takes no arguments\./],
  ["seed", ["token"], 1, /No stack is running here: start one with npm run dev/],
  ["seed", ["affiliates"], 1, /No stack is running here: start one with npm run dev/],
])("npm run %s %j exits with status %i and prints one sentence", async (name, args, expected, sentence) => {
  const { status, stderr } = await runScript(name, ...args);
  expect(stderr.trim()).toMatch(sentence);
  expect(stderr.trim()).not.toContain("\n");
  expect(status).toBe(expected);
});

const PROGRAMS = [
  ...Object.values(scripts).flatMap((command) => command.split(" ")[2] ?? []),
  ...Object.values(NAMED).flatMap((programs) => Object.values(programs)),
].filter((program) => program.endsWith(".ts"));

test("every script uses the same parser for its arguments", () => {
  for (const program of PROGRAMS) {
    const source = readFileSync(path.join(root, program), "utf8");
    expect(source, program).toMatch(/\breadArguments\(|\breadOptions\(/);
    expect(source, program).not.toMatch(/\bparseArgs\b/);
  }
});

test("every script starts through bootstrap.mjs and has a help text", () => {
  for (const [name, command] of Object.entries(scripts)) {
    const [, program = ""] = /^node scripts\/bootstrap\.mjs (\S+)/.exec(command) ?? [];
    expect(usageOf(program)).toMatch(
      name === "test" ? /^npm test/ : new RegExp(`^npm run (--silent )?${name}\\b`, "m"),
    );
  }
});

test("no command installs a package outside the lock file", () => {
  const source = readFileSync(path.join(root, "scripts/bootstrap.mjs"), "utf8");
  const calls = [...source.matchAll(/npm\(\s*\[([^\]]*)\]/g)].map(([, words]) => words);
  expect(calls).toEqual(['"ci"', '"install", "--no-save"']);
});

test.each([
  ["in CI", "uses", "true", true],
  ["on a person's computer", "does not use", "", false],
])("%s, a program %s the Node that runs npm (CI=%j)", async (_where, _verb, CI, isNpms) => {
  const folder = mkdtempSync(path.join(tmpdir(), "node-of-ci-"));
  const node = path.join(folder, "node");
  writeFileSync(node, `#!/bin/sh\nexec "${process.execPath}" "$@"\n`, { mode: 0o755 });
  writeFileSync(path.join(folder, "path.ts"), "console.log(process.env.PATH);");
  const program = path.relative(root, path.join(folder, "path.ts"));
  const env = { ...process.env, CI, npm_node_execpath: node };
  const { stdout } = await run(process.execPath, ["scripts/bootstrap.mjs", program], { cwd: root, env });
  expect(stdout.split(path.delimiter)[0] === folder).toBe(isNpms);
  rmSync(folder, { recursive: true });
});

test("--help describes a command without starting it", async () => {
  const { status, stdout } = await runScript("test", "--help");
  expect({ status, stdout: stdout.trim() }).toEqual({ status: 0, stdout: usageOf("scripts/test.ts") });
});
