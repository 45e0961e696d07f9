import { IMPORTS, installed, LINT, type Step, TYPES, vitest } from "./steps.ts";

/** Steps that run one after the other, until one fails. */
export type Lane = Iterable<Step>;
/** Lanes that run side by side. A stage starts only after every lane before it has passed. */
export type Stage = readonly Lane[];

const program = (name: string, file: string, ...args: string[]): Step => ({
  name,
  command: process.execPath,
  args: [file, ...args],
});

/** npm names its own program to what it starts. */
const npm = process.env.npm_execpath;
const ofPackage = (name: string): Step => ({
  name: `${name}'s own tests`,
  command: npm === undefined ? "npm" : process.execPath,
  args: [...(npm === undefined ? [] : [npm]), "test", "--workspace", `packages/${name}`],
});

/** Ring 1, which every change runs: it proves each rule about money, access and seats at least once. */
export const RING_1: readonly Stage[] = [
  [[LINT, TYPES, IMPORTS], [program("build and template", "scripts/build.ts", "--validate")]],
  [
    [vitest("the shop's unit tests", ["unit", "replacing", "stories"])],
    [vitest("contracts of the running template", ["contracts"]), vitest("main stories", ["mainStories"])],
  ],
];

/** Lanes of which each takes the next step when it has done one: so none ends long before the others. */
function sharedBy(lanes: number, steps: readonly Step[]): Stage {
  const left = steps.values();
  return Array.from({ length: lanes }, () => left);
}

/** What ring 2 adds. The last stage judges what every stack of both rings did, so it needs the whole. */
export const RING_2: readonly Stage[] = [
  // Three for two processors: a browser waits more than it works. The longest steps come first.
  sharedBy(3, [
    vitest("browser tests", ["browser"]),
    vitest("integration tests", ["integration"]),
    vitest("tests of old data and of switches", ["isolated", "switched"]),
    vitest("documents", ["documents"]),
    program("another founder", "scripts/test/otherFounder.ts"),
    ofPackage("license-client"),
    ofPackage("stripe-sandbox"),
    ofPackage("local-aws"),
    installed(
      "template by the CDK's own command",
      "aws-cdk/bin/cdk",
      "synth",
      "--quiet",
      "-c",
      "validate=true",
    ),
  ]),
  [
    [
      vitest("permissions in use", ["permissions"]),
      program("answers of Stripe's sandbox", "scripts/judge.ts", "stripe-types"),
    ],
  ],
];
