import { TAX } from "#shared/payments/tax.ts";
import { oneOf, readArguments, wholeNumber } from "../../scripts/arguments.ts";
import { script } from "../../scripts/deploy/run.ts";
import { stopwatch } from "./determinism.ts";
import { EXAMPLES } from "./examples.ts";
import { playInJobs } from "./jobs.ts";
import { Shop } from "./shop.ts";
import { type Outcome, type Planned, plan, play, STEP_NAMES, type StepName, shrink } from "./story.ts";

/**
 * npm run simulate -- [--seeds N] [--seed S] [--jobs N] [--steps N] [--seconds N] [--days N] [--story name:seed,…] [--tax] [--verbose] [--whole] [--examples]
 * Plays random stories of the whole shop and checks its invariants. If a story breaks an invariant, the program
 * shortens the story, unless --whole is set, and ends with exit code 1. --examples plays stories that once broke an
 * invariant. --tax collects tax. --jobs sets the number of processes.
 */
type Options = {
  seeds: number;
  first: number;
  jobs: number;
  steps: number;
  seconds: number;
  days: number;
  story: Planned[] | undefined;
  verbose: boolean;
  whole: boolean;
  examples: boolean;
  tax: boolean;
};

const DEFAULT_STEPS = 200;
/** One story in this many lasts a year. */
const YEAR_EVERY = 10;
const YEAR_DAYS = 365;

function readOptions(argv: readonly string[]): Options {
  const { values } = readArguments(argv, {
    seeds: { type: "string" },
    seed: { type: "string" },
    jobs: { type: "string", default: "1" },
    steps: { type: "string", default: String(DEFAULT_STEPS) },
    seconds: { type: "string" },
    days: { type: "string" },
    story: { type: "string" },
    verbose: { type: "boolean", default: false },
    whole: { type: "boolean", default: false },
    examples: { type: "boolean", default: false },
    tax: { type: "boolean", default: false },
  });
  const { seeds, seed, jobs, steps, seconds, days, story, ...flags } = values;
  const number = (name: string, given: string | undefined, otherwise: number) =>
    given === undefined ? otherwise : wholeNumber(name, given, { from: 0 });
  return {
    ...flags,
    first: number("--seed", seed ?? process.env.SEED, 1),
    seeds: number("--seeds", seeds, seed !== undefined ? 1 : seconds !== undefined ? Infinity : 100),
    jobs: wholeNumber("--jobs", jobs),
    steps: wholeNumber("--steps", steps, { from: 0 }),
    seconds: number("--seconds", seconds, Infinity),
    days: number("--days", days, -1),
    story: story?.split(",").map(parseStep),
  };
}

function parseStep(text: string): Planned {
  const [step = "", seed = ""] = text.split(":");
  return { step: oneOf(STEP_NAMES, step) as StepName, seed: wholeNumber("--story", seed, { from: 0 }) };
}

const written = (story: readonly Planned[]) => story.map(({ step, seed }) => `${step}:${seed}`).join(",");

function report(seed: number, story: readonly Planned[], { lines, broken }: Outcome): void {
  console.log(`\nseed ${seed}: ${lines.length} steps`);
  for (const line of lines) console.log(`  ${line}`);
  for (const one of broken) console.log(`  BROKEN ${one}`);
  console.log(
    `  replay: npm run simulate -- ${TAX.isCollected ? "--tax " : ""}--seed ${seed} --story ${written(story)}`,
  );
}

async function playExamples(shop: Shop, say: (line: string) => void): Promise<number> {
  let failed = 0;
  for (const { why, seed, story, tax = false } of EXAMPLES) {
    Object.assign(TAX, { isCollected: tax });
    const { broken } = await play(shop, seed, story.split(",").map(parseStep));
    if (broken.length > 0) failed += 1;
    say(`${broken[0] ?? "held"} (${why})`);
  }
  say(`${EXAMPLES.length - failed} of ${EXAMPLES.length} examples held`);
  return failed === 0 ? 0 : 1;
}

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2));
  const { seeds, first, jobs, steps, seconds, days, story: given, verbose, whole } = options;
  if (jobs > 1) return playInJobs(jobs, options, process.argv.slice(2));
  // The setting is a constant of the code. Only the simulation changes it at run time.
  Object.assign(TAX, { isCollected: options.tax });
  const say = console.log;
  // Hides the functions' logs, so only the output of this program remains.
  if (!verbose) console.info = console.warn = console.error = () => {};
  // Stack traces take time, and only a replay needs them.
  if (!verbose && given === undefined) Error.stackTraceLimit = 0;
  const shop = new Shop();
  await shop.load();
  if (options.examples) return playExamples(shop, say);
  const started = stopwatch();
  const elapsed = () => (stopwatch() - started) / 1000;
  let played = 0;
  let taken = 0;
  for (; played < seeds && elapsed() < seconds; played += 1) {
    const seed = first + played;
    const over = days >= 0 ? days : seed % YEAR_EVERY === 0 ? YEAR_DAYS : 0;
    const story = given ?? plan(seed, steps, over);
    const outcome = await play(shop, seed, story, given ? Infinity : steps);
    taken += outcome.lines.length;
    if (verbose) report(seed, story, outcome);
    if (outcome.broken.length === 0) continue;
    say(`seed ${seed} breaks an invariant after ${outcome.lines.length} steps: ${outcome.broken[0]}`);
    if (!whole) {
      const shortest = given ? { story: [...given], outcome } : await shrink(shop, seed, story, outcome);
      report(seed, shortest.story, shortest.outcome);
    }
    say(`1 broken after ${played + 1} seeds, ${taken} steps, ${elapsed().toFixed(1)} s`);
    return 1;
  }
  const rate = (played / elapsed()).toFixed(2);
  say(
    `${played} seeds, ${taken} steps, ${elapsed().toFixed(1)} s (${rate} seeds a second): every invariant held`,
  );
  return 0;
}

await script(async () => {
  process.exit(await main());
});
process.exit();
