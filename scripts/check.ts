import { globSync } from "node:fs";
import { readArguments } from "./arguments.ts";
import { script } from "./deploy/run.ts";
import { setSeed } from "./test/seed.ts";
import { endStepsWithThis, IMPORTS, LINT, runStep, TYPES, vitest } from "./test/steps.ts";

/** Unit tests that synthesize nothing, start no program and play no long story; `npm test` runs the others too. */
const QUICK = globSync("test/{shared,functions,web,rules}/**/*.test.ts").filter(
  (file) => !/web\/budget\./.test(file),
);

/** The quick checks: lint, types, imports, and the unit tests that need no build. */
async function main(): Promise<number> {
  endStepsWithThis();
  setSeed(process.env);
  const units = vitest("unit tests", ["unit", "replacing"], QUICK);
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

await script(async () => {
  readArguments(process.argv.slice(2), {});
  process.exitCode = await main();
});
