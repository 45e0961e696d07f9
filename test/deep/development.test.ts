import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { placesIn } from "../../local/options.ts";
import { ROOT, shifted } from "../support/running.ts";

const PORT = shifted(5320);
const SITE = `http://localhost:${PORT}`;

let folder: string;
let shop: ChildProcess | undefined;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "development-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => {
  if (shop?.exitCode === null && shop.signalCode === null) process.kill(-(shop.pid ?? 0), "SIGKILL");
});

/** Starts a command as a shell does, as the leader of a process group. Ctrl-C reaches the whole group. */
function npm(...args: string[]): { child: ChildProcess; said: string[]; ended: Promise<unknown[]> } {
  const child = spawn("npm", ["run", "--silent", ...args], {
    cwd: ROOT,
    env: { ...process.env, STACK_FILE: placesIn(folder).stackFile },
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (part) => said.push(String(part)));
  return { child, said, ended: once(child, "exit") };
}

async function start(): Promise<ReturnType<typeof npm>> {
  const started = npm("dev", "--", "--port", String(PORT), "--data", folder);
  shop = started.child;
  await expect.poll(() => started.said.join("")).toContain("Ctrl-C ends it");
  return started;
}

async function seed(): Promise<{ status: unknown; said: string }> {
  const { said, ended } = npm("seed", "--", "affiliates");
  const [status] = await ended;
  return { status, said: said.join("") };
}

/** A process and all its descendants. */
function familyOf(pid: number): number[] {
  const all = execFileSync("ps", ["-eo", "pid=,ppid="], { encoding: "utf8" })
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number));
  const under = (parent: number): number[] =>
    all.flatMap(([child = 0, of]) => (of === parent ? [child, ...under(child)] : []));
  return [pid, ...under(pid)];
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe("a developer's commands", () => {
  test("adding the affiliates a second time says that they exist", async () => {
    const { child } = await start();
    expect(await seed()).toEqual({ status: 0, said: expect.stringContaining("Added: affiliates") });
    expect(await seed()).toEqual({ status: 0, said: expect.stringContaining("are already there") });
    process.kill(-(child.pid ?? 0), "SIGINT");
    await once(child, "exit");
  });

  test.each([
    ["Ctrl-C, which reaches the whole process group,", "SIGINT", (pid: number) => -pid],
    ["a signal to npm alone", "SIGTERM", (pid: number) => pid],
  ] as const)("%s ends every process", async (_what, signal, whom) => {
    const { child } = await start();
    const family = familyOf(child.pid ?? 0);
    expect(family.length).toBeGreaterThan(2);
    process.kill(whom(child.pid ?? 0), signal);
    await expect.poll(() => family.filter(isAlive)).toEqual([]);
    await expect(fetch(SITE)).rejects.toThrow();
  });
});
