import { readFileSync } from "node:fs";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { startStack } from "../../local/stack.ts";

/** Far from the ports of a developer's stack; a shift is for two runs side by side. */
const SHIFT = Number(process.env.TEST_PORT_SHIFT ?? 0);
/** Each kind of test has a separate stack, so that the kinds can run at the same time. */
const PORTS: Readonly<Record<string, number>> = {
  integration: 4700,
  contracts: 4600,
  mainStories: 4640,
  browser: 4880,
  switched: 5180,
};

/** The kinds run side by side: a function that waits for a processor is none that hangs. */
export const SLACK = 10;

/** What every stack of the tests has. */
export const FOR_TESTS = {
  slack: SLACK,
  /** To make four keys takes a second of processor time. */
  spareKeysDir: path.resolve(import.meta.dirname, "../../.local/cognito-keys"),
  /** A test finds what it planted at whatever hour it runs. */
  schedules: false,
  quiet: true,
} as const;

/** One stack for all tests that need one, started from nothing: what the last run left behind is no excuse. */
export default async function startForTests(project: TestProject): Promise<() => Promise<void>> {
  const port = PORTS[project.name];
  if (port === undefined) throw new Error(`No port is set aside for the stack of the ${project.name} tests.`);
  const dataDir = path.resolve(import.meta.dirname, "../../.local", `test-${project.name}`);
  const running = await startStack({
    dataDir,
    port: port + SHIFT,
    reset: true,
    seed: true,
    ...FOR_TESTS,
  });
  project.provide("stack", JSON.parse(readFileSync(path.join(dataDir, "stack.json"), "utf8")));
  return () => running.close();
}
