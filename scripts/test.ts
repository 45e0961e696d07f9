import { globSync, rmSync } from "node:fs";
import path from "node:path";
import { chromium } from "./chromium.ts";
import { setSeed } from "./test/seed.ts";
import {
  bin,
  endStepsWithThis,
  IMPORTS,
  LINT,
  repeatFailures,
  runStep,
  type Step,
  TYPES,
  vitest,
} from "./test/steps.ts";
import { ownTemporaryFolder } from "./test/temporary.ts";
import { usageOf } from "./usage.mjs";

/** Steps one after the other, until one fails. */
type Lane = readonly Step[];

const tests = (name: string, ...projects: readonly string[]) => vitest(name, projects);

/**
 * Everything that must hold before a change lands, cheapest first. The lanes of a stage run side by side; after
 * a stage in which something failed, the next one does not begin.
 */
const STAGES: readonly (readonly Lane[])[] = [
  [
    [
      LINT,
      // TypeScript 7: faster, but without the programming interface that the next step needs from TypeScript 6.
      TYPES,
      IMPORTS,
    ],
    [
      { name: "build", command: process.execPath, args: ["scripts/build.ts"] },
      { name: "template", command: bin("cdk"), args: ["synth", "--quiet", "-c", "validate=true"] },
    ],
  ],
  // Three or four files at once in all keep two cores busy; with seven, the whole takes longer. The tests of which one
  // file runs at a time stand beside the longest, so that no core waits at the end.
  [
    [tests("integration tests", "integration"), tests("unit tests", "unit", "replacing")],
    [tests("isolated tests", "isolated"), tests("browser tests", "browser")],
  ],
  [
    [
      tests("permissions in use", "permissions"),
      {
        name: "answers of Stripe's sandbox",
        command: process.execPath,
        args: ["scripts/judge.ts", "stripe-types"],
      },
    ],
  ],
];

/** @returns how many steps of the lane passed, and whether it came to its end */
async function runLane(lane: Lane, env: NodeJS.ProcessEnv): Promise<{ passed: number; ended: boolean }> {
  let passed = 0;
  for (const step of lane) {
    if (!(await runStep(step, env))) return { passed, ended: false };
    passed += 1;
  }
  return { passed, ended: true };
}

/** What stacks of an earlier run made use of is no proof for this one. */
function forgetEarlierRuns(): void {
  for (const directory of globSync(".local/test*")) rmSync(directory, { recursive: true, force: true });
}

async function main(): Promise<number> {
  if (process.argv.includes("--help")) {
    console.log(usageOf("scripts/test.ts"));
    return 0;
  }
  endStepsWithThis();
  ownTemporaryFolder();
  let executable: string;
  try {
    executable = chromium();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  }
  forgetEarlierRuns();
  setSeed(process.env);
  // What the tests ask of Stripe's sandbox, for `npm run judge`.
  const env = { ...process.env, CHROMIUM: executable, STRIPE_RECORDING: path.resolve(".local/test-stripe") };
  let passed = 0;
  for (const stage of STAGES) {
    const lanes = await Promise.all(stage.map((lane) => runLane(lane, env)));
    passed += lanes.reduce((sum, lane) => sum + lane.passed, 0);
    const failed = lanes.filter(({ ended }) => !ended).length;
    if (failed > 0) {
      repeatFailures();
      console.log(`${passed} passed, ${failed} failed`);
      return 1;
    }
  }
  console.log(`${passed} passed, 0 failed`);
  return 0;
}

process.exitCode = await main();
