import { readFileSync } from "node:fs";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { type Stack, startStack } from "../../local/stack.ts";

/**
 * Added to the ports below, so that two runs can use one machine at the same time. Developers' stacks use other ports.
 */
const SHIFT = Number(process.env.TEST_PORT_SHIFT ?? 0);
const CALLED = { name: "called", port: 4600 };
/**
 * The stack of each kind of test. Kinds that run one after the other share a stack, because its start and the first
 * call of each function take longer than most tests. Kinds that run at the same time have separate stacks.
 */
const STACKS: Readonly<Record<string, { name: string; port: number }>> = {
  contracts: CALLED,
  integration: CALLED,
  mainStories: CALLED,
  browser: { name: "browser", port: 4880 },
  switched: { name: "switched", port: 5180 },
};

/** The factor for all timeouts: a slow function may just be waiting for a processor. */
export const SLACK = 10;

export const FOR_TESTS = {
  slack: SLACK,
  /** Keys are reused, because making four of them takes a second of processor time. */
  spareKeysDir: path.resolve(import.meta.dirname, "../../.local/cognito-keys"),
  /** A schedule could change the rows of a test. */
  schedules: false,
  quiet: true,
} as const;

type Shared = { dataDir: string; running: Promise<Stack>; users: number };
/** Vitest loads this file anew for each kind. */
const started: Map<string, Shared> = Object.assign(globalThis, {
  stacksOfTests: Reflect.get(globalThis, "stacksOfTests") ?? new Map(),
}).stacksOfTests;

/** Starts the kind's stack from nothing, unless another kind has started it. The last kind ends it. */
export default async function startForTests(project: TestProject): Promise<() => Promise<void>> {
  const stack = STACKS[project.name];
  if (stack === undefined) throw new Error(`No stack is set aside for the ${project.name} tests.`);
  // The folder has the name of the kind that starts the stack, so runs of other kinds do not delete its records.
  const dataDir = path.resolve(import.meta.dirname, "../../.local", `test-${project.name}`);
  const shared = started.get(stack.name) ?? {
    dataDir,
    running: startStack({ dataDir, port: stack.port + SHIFT, reset: true, seed: true, ...FOR_TESTS }),
    users: 0,
  };
  started.set(stack.name, shared);
  shared.users += 1;
  const running = await shared.running;
  project.provide("stack", JSON.parse(readFileSync(path.join(shared.dataDir, "stack.json"), "utf8")));
  return async () => {
    shared.users -= 1;
    if (shared.users > 0) return;
    started.delete(stack.name);
    await running.close();
  };
}
