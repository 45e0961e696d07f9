import { setSeed } from "./test/seed.ts";
import { endStepsWithThis, IMPORTS, LINT, runStep, TYPES, vitest } from "./test/steps.ts";

/** Tests that synthesize, start programs or play long stories: `npm test` runs them. */
const SLOW = [
  "test/infra/**",
  "test/local/**",
  "test/packages/**",
  "test/properties/**",
  "test/rules/{commands,costs,imports,simulation}.test.ts",
  "test/web/budget.test.ts",
];

/** The checks that take a minute: lint, types, imports, and the unit tests that need no build. */
async function main(): Promise<number> {
  endStepsWithThis();
  setSeed(process.env);
  const units = vitest(
    "unit tests",
    ["unit", "replacing"],
    SLOW.flatMap((pattern) => ["--exclude", pattern]),
  );
  const lanes = await Promise.all([
    runStep(units, process.env),
    // One after the other: each of them uses both cores.
    [LINT, TYPES, IMPORTS].reduce<Promise<boolean>>(
      async (before, step) => (await before) && (await runStep(step, process.env)),
      Promise.resolve(true),
    ),
  ]);
  const failed = lanes.filter((passed) => !passed).length;
  console.log(failed === 0 ? "All checks passed." : "A check failed: see above.");
  return failed === 0 ? 0 : 1;
}

process.exitCode = await main();
