import { randomInt } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import path from "node:path";
import { readArguments, wholeNumber } from "./arguments.ts";
import { script } from "./deploy/run.ts";
import { installOlderNodes } from "./test/olderNodes.ts";
import { endStepsWithThis, isOfPackage, packagesVitest, runStep, type Step, vitest } from "./test/steps.ts";

/**
 * `npm run test:deep -- [options] [files]`. A failure prints its seed and path; `SEED=<seed> npm run test:deep --
 * <file>` repeats the round.
 */
function readOptions() {
  const { values, words } = readArguments(
    process.argv.slice(2),
    {
      times: { type: "string", default: "15" },
      rounds: { type: "string", default: "1" },
      seeds: { type: "string", default: "10000" },
    },
    { most: Number.MAX_SAFE_INTEGER },
  );
  return {
    times: wholeNumber("--times", values.times),
    rounds: wholeNumber("--rounds", values.rounds),
    seeds: wholeNumber("--seeds", values.seeds),
    words,
  };
}

/** Test files with random properties, directly or through the payout histories. */
const withProperties = () =>
  globSync(["test/**/*.test.ts", "packages/*/test/**/*.test.ts"]).filter((file) =>
    /\bfrom "fast-check"|\bpayoutHistories\b/.test(readFileSync(file, "utf8")),
  );

async function main(): Promise<number> {
  endStepsWithThis();
  const { times, rounds, seeds, words } = readOptions();
  const files = words.length > 0 ? words : withProperties();
  let failed = 0;
  for (let round = 1; round <= rounds; round += 1) {
    const seed = process.env.SEED ?? String(randomInt(2 ** 31));
    const name = `round ${round} of ${rounds}: ${times} times the runs, SEED=${seed}`;
    const env = { ...process.env, SEED: seed, RUNS_TIMES: String(times) };
    const [ofPackages, ofShop] = [files.filter(isOfPackage), files.filter((file) => !isOfPackage(file))];
    const steps = [
      ...(ofShop.length > 0 ? [vitest(name, ["unit", "replacing", "isolated"], ofShop)] : []),
      ...(ofPackages.length > 0 ? [packagesVitest(`packages, ${name}`, ofPackages)] : []),
    ];
    const passed: boolean[] = [];
    for (const step of steps) passed.push(await runStep(step, env));
    if (passed.includes(false)) failed += 1;
  }
  console.log(`${rounds - failed} of ${rounds} rounds passed`);
  const upgrades = words.length > 0 || (await opensOldData());
  const packages = words.length > 0 || (await runsOnOlderNodes());
  const commands = words.length > 0 || (await runStep(vitest("the commands", ["deep"]), process.env));
  const simulated = words.length > 0 || (await simulates(seeds));
  return failed === 0 && upgrades && packages && commands && simulated ? 0 : 1;
}

/** Simulates from a random seed, then plants every known defect again. */
async function simulates(seeds: number): Promise<boolean> {
  const seed = process.env.SEED ?? String(randomInt(2 ** 31));
  const program = (name: string, file: string, ...args: string[]): Step => ({
    name,
    command: process.execPath,
    args: [file, ...args],
  });
  const stories = program(
    `${seeds} stories from seed ${seed} on`,
    "test/simulation/main.ts",
    "--seed",
    seed,
    "--seeds",
    String(seeds),
    "--jobs",
    String(availableParallelism()),
  );
  const examples = program("stories that once broke an invariant", "test/simulation/main.ts", "--examples");
  const plants = program("planted defects", "test/simulation/plants/main.ts");
  for (const step of [stories, examples, plants]) if (!(await runStep(step, process.env))) return false;
  return true;
}

/** `npm run test:all` tests the packed packages only on the machine's versions of Node, often a single one. */
async function runsOnOlderNodes(): Promise<boolean> {
  const nodes = installOlderNodes(path.resolve(".local/nodes"));
  const installed = packagesVitest("the packed packages on Node 20 and 22", [
    "test/packages/localAws.test.ts",
    "test/packages/stripeSandbox.test.ts",
    "test/packages/license-client/package.test.ts",
  ]);
  return await runStep(installed, { ...process.env, DEEP_NODES: nodes.join(path.delimiter) });
}

/** Stores this version's data in a separate fixture. The committed fixture stays until a release. */
async function opensOldData(): Promise<boolean> {
  const fixture = path.resolve(".local/upgrade.br");
  const story: Step = {
    name: "data of this version",
    command: process.execPath,
    args: ["scripts/upgradeFixture.ts", "--output", fixture],
  };
  const opened = vitest("the same code on this data", ["isolated"], ["test/isolated/upgrade.test.ts"]);
  return (
    (await runStep(story, process.env)) &&
    (await runStep(opened, { ...process.env, UPGRADE_FIXTURE: fixture }))
  );
}

await script(async () => {
  process.exitCode = await main();
});
