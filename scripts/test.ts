import { globSync, rmSync } from "node:fs";
import path from "node:path";
import { readArguments } from "./arguments.ts";
import { chromium } from "./chromium.ts";
import { script } from "./deploy/run.ts";
import { ADDED_BY_RING_2, type Lane, RING_1, RING_2, type Stage } from "./test/rings.ts";
import { setSeed } from "./test/seed.ts";
import { endStepsWithThis, repeatFailures, runStep } from "./test/steps.ts";
import { ownTemporaryFolder } from "./test/temporary.ts";
import { forgetReports, processorSeconds, slowestFiles } from "./test/times.ts";

/** Limit of ring 1's processor time in CI. A limit of wall time would also fail on a busy machine. */
const MAX_PROCESSOR_SECONDS = 700;

async function runLane(lane: Lane, env: NodeJS.ProcessEnv): Promise<{ passed: number; ended: boolean }> {
  let passed = 0;
  for (const step of lane) {
    if (!(await runStep(step, env))) return { passed, ended: false };
    passed += 1;
  }
  return { passed, ended: true };
}

/** Removes the recordings, logs and data of earlier runs, which prove nothing about this run. */
function forgetEarlierRuns(): void {
  for (const directory of globSync(".local/test*")) rmSync(directory, { recursive: true, force: true });
}

/** Prints the ten slowest test files and the run's cost. @returns whether ring 1 stayed within its bound */
function printTimes(started: number, isRing1: boolean): boolean {
  console.log(["The ten slowest test files:", ...slowestFiles(10)].join("\n"));
  const wall = ((performance.now() - started) / 1000).toFixed(0);
  const processor = processorSeconds();
  console.log(`${wall} s${processor === undefined ? "" : `, ${processor.toFixed(0)} s of processor time`}`);
  if (!isRing1 || process.env.CI === undefined || (processor ?? 0) <= MAX_PROCESSOR_SECONDS) return true;
  console.log(
    `Ring 1 took more than ${MAX_PROCESSOR_SECONDS} s of processor time. Move a test to ring 2, or make it cheaper.`,
  );
  return false;
}

async function main(): Promise<number> {
  const { values } = readArguments(process.argv.slice(2), {
    all: { type: "boolean" },
    added: { type: "boolean" },
  });
  const stages: readonly Stage[] = values.added ? ADDED_BY_RING_2 : values.all ? RING_2 : RING_1;
  const started = performance.now();
  endStepsWithThis();
  ownTemporaryFolder();
  let executable: string;
  try {
    executable = chromium();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  }
  if (!values.added) forgetEarlierRuns();
  forgetReports();
  setSeed(process.env);
  // `npm run judge` reads the tests' requests to Stripe's sandbox.
  const env = { ...process.env, CHROMIUM: executable, STRIPE_RECORDING: path.resolve(".local/test-stripe") };
  let passed = 0;
  for (const stage of stages) {
    const lanes = await Promise.all(stage.map((lane) => runLane(lane, env)));
    passed += lanes.reduce((sum, lane) => sum + lane.passed, 0);
    const failed = lanes.filter(({ ended }) => !ended).length;
    if (failed === 0) continue;
    repeatFailures();
    console.log(`${passed} passed, ${failed} failed`);
    return 1;
  }
  const isWithin = printTimes(started, !values.all && !values.added);
  console.log(`${passed} passed, ${isWithin ? 0 : 1} failed`);
  return isWithin ? 0 : 1;
}

await script(async () => {
  process.exitCode = await main();
});
