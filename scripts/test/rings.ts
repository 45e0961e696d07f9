import { IMPORTS, installed, LINT, ONE_WORKER, type Step, TYPES, vitest } from "./steps.ts";

/** Steps that run in sequence until one fails. */
export type Lane = Iterable<Step>;
/** Lanes that run side by side. A stage starts only after every lane before it has passed. */
export type Stage = readonly Lane[];

const program = (name: string, file: string, ...args: string[]): Step => ({
  name,
  command: process.execPath,
  args: [file, ...args],
});

/** npm sets this variable to the path of its program. */
const npm = process.env.npm_execpath;
const ofPackage = (name: string): Step => ({
  name: `${name}'s own tests`,
  command: npm === undefined ? "npm" : process.execPath,
  args: [...(npm === undefined ? [] : [npm]), "test", "--workspace", `packages/${name}`],
});

/** Lanes that share a list of steps. A free lane takes the next step, so that all lanes end at about the same time. */
function sharedBy(lanes: number, steps: readonly Step[]): Stage {
  const left = steps.values();
  return Array.from({ length: lanes }, () => left);
}

const CHECKED_AND_BUILT: Stage = [
  [LINT, TYPES],
  [program("build and template", "scripts/build.ts", "--validate"), IMPORTS],
];
const unit = (...options: string[]): Step =>
  vitest("the shop's unit tests", ["unit", "replacing", "stories"], options);
const CONTRACTS = vitest("contracts of the running template, main stories", ["contracts", "mainStories"]);
const INTEGRATION = vitest("integration tests", ["integration"]);
/** These tests share one stack, which starts once and makes each function's slow first call once. */
const CALLED = vitest("contracts, integration tests, main stories", [
  "contracts",
  "integration",
  "mainStories",
]);
const SWITCHED = vitest("tests of old data and of switches", ["isolated", "switched"]);
const BROWSER = vitest("browser tests", ["browser"]);
const OTHERS = [
  vitest("documents", ["documents"]),
  vitest("unit tests of another founder", ["otherFounder"], [ONE_WORKER]),
  ofPackage("license-client"),
  ofPackage("stripe-sandbox"),
  ofPackage("local-aws"),
  // The build has made the bundles and validated the template.
  installed("template by the CDK's own command", "aws-cdk/bin/cdk", "synth", "--quiet", "--build", "node -v"),
];
/** These steps judge what the other tests' stacks have recorded, so they run last. */
const JUDGES: Stage = [
  [vitest("permissions in use", ["permissions"])],
  [program("answers of Stripe's sandbox", "scripts/judge.ts", "stripe-types")],
];
/** On two processors, four lanes took longer than three. */
const LANES = 3;

export const RING_1: readonly Stage[] = [CHECKED_AND_BUILT, [[unit()], [CONTRACTS]]];

/** Ring 2: ring 1 and everything else. The longest steps come first, and the short ones fill the lanes at the end. */
export const RING_2: readonly Stage[] = [
  CHECKED_AND_BUILT,
  sharedBy(LANES, [CALLED, BROWSER, unit(ONE_WORKER), SWITCHED, ...OTHERS]),
  JUDGES,
];

export const ADDED_BY_RING_2: readonly Stage[] = [
  sharedBy(LANES, [SWITCHED, INTEGRATION, BROWSER, ...OTHERS]),
  JUDGES,
];
