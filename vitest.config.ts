import { globSync, readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";
import { setSeed } from "./scripts/test/seed.ts";
import { ownTemporaryFolder } from "./scripts/test/temporary.ts";
import { runs } from "./test/support/runs.ts";

setSeed(process.env);
ownTemporaryFolder();

/** Patience costs nothing where a test passes, and the machine may be slow: beside it run two stacks and a browser. */
const EACH = {
  testTimeout: 480_000,
  hookTimeout: 480_000,
  expect: { poll: { timeout: 120_000 } },
  maxWorkers: 2,
};

/** Where properties are: they draw from the run's seed. */
const DRAWING = {
  ...EACH,
  // More runs take longer.
  testTimeout: runs(EACH.testTimeout),
  setupFiles: ["test/support/properties.ts"],
};

const ON_A_STACK = { ...EACH, globalSetup: ["test/support/stack.ts"] };

const UNIT = [
  "test/{shared,functions,infra,web,local,rules,properties,packages}/**/*.test.ts",
  "packages/*/test/**/*.test.ts",
];

/** The tests that put something else in a module's place, which none of the others may meet. */
const REPLACING = globSync(UNIT).filter((file) =>
  /\bvi\.(mock|spyOn|stub|useFake)|mockClient|support\/memory/.test(readFileSync(file, "utf8")),
);

/**
 * Seven kinds of tests, of most of which two files run at once. `unit` needs nothing but the code, and neither does
 * `replacing`. `integration` talks to a running stack by script, and since some of its files break the network or
 * count calls, runs file after file. In `isolated` each file does the same on a stack that it starts itself, because
 * it moves time or breaks everything. `browser` uses a second one through a browser. `permissions` comes last: it
 * looks at what the stacks' functions made use of. `deep` runs in `npm run test:deep` alone: it starts a developer's
 * commands, which takes minutes, and guards neither money nor access. Asked for together, they run in this order. Where
 * no file leaves anything in a module, the files share what they load: loading it anew for each would take longer than
 * the tests.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...DRAWING,
          name: "unit",
          sequence: { groupOrder: 0 },
          include: UNIT,
          exclude: REPLACING,
          isolate: false,
        },
      },
      { test: { ...DRAWING, name: "replacing", sequence: { groupOrder: 1 }, include: REPLACING } },
      {
        test: {
          ...ON_A_STACK,
          name: "integration",
          sequence: { groupOrder: 2 },
          include: ["test/integration/**/*.test.ts"],
          setupFiles: ["test/support/clockStays.ts"],
          fileParallelism: false,
          isolate: false,
        },
      },
      {
        test: {
          ...DRAWING,
          name: "isolated",
          sequence: { groupOrder: 3 },
          include: ["test/isolated/**/*.test.ts"],
        },
      },
      {
        test: {
          ...ON_A_STACK,
          name: "browser",
          sequence: { groupOrder: 4 },
          include: ["test/browser/**/*.test.ts"],
          isolate: false,
        },
      },
      {
        test: {
          ...EACH,
          name: "permissions",
          sequence: { groupOrder: 5 },
          include: ["test/permissions/**/*.test.ts"],
        },
      },
      { test: { ...EACH, name: "deep", sequence: { groupOrder: 6 }, include: ["test/deep/**/*.test.ts"] } },
    ],
  },
});
