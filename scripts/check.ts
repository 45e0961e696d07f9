import { globSync } from "node:fs";
import { readArguments } from "./arguments.ts";
import { script } from "./deploy/run.ts";
import { setSeed } from "./test/seed.ts";
import { endStepsWithThis, IMPORTS, LINT, runStep, TYPES, vitest } from "./test/steps.ts";

/** Fast unit tests. `npm test` also runs the tests that synthesize, start programs or play long stories. */
const QUICK = globSync("test/{shared,functions,web,rules}/**/*.test.ts").filter(
  (file) => !/web\/budget\./.test(file),
);

async function main(): Promise<number> {
  endStepsWithThis();
  setSeed(process.env);
  const units = vitest("unit tests", ["unit", "replacing"], QUICK);
  const lanes = await Promise.all([
    runStep(units, process.env),
    // These steps run one after the other, because the tests already use both cores.
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
