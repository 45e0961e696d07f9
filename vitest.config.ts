import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { defineConfig } from "vitest/config";
import { pastDoors } from "./scripts/bundle/pastDoors.ts";
import { keyedBy } from "./scripts/test/cacheKey.ts";
import { FOUNDERS_TESTS, OTHER_FOUNDER, OTHER_SLUG } from "./scripts/test/otherFounder.ts";
import { setSeed } from "./scripts/test/seed.ts";
import { ownTemporaryFolder } from "./scripts/test/temporary.ts";
import { runs } from "./test/support/runs.ts";

setSeed(process.env);
ownTemporaryFolder();

/** Long timeouts cost nothing while tests pass. The machine may be slow: it also runs two stacks and a browser. */
const EACH = {
  testTimeout: 480_000,
  hookTimeout: 480_000,
  // Each look at a page takes processor time from the other tests.
  expect: { poll: { timeout: 120_000, interval: 100 } },
  maxWorkers: 2,
  // Titles show the whole values of test.each.
  taskTitleValueFormatTruncate: 0,
};

/** For projects with properties, which draw from the run's seed. */
const DRAWING = {
  ...EACH,
  testTimeout: runs(EACH.testTimeout),
  setupFiles: ["test/support/properties.ts"],
};

const ON_A_STACK = { ...EACH, globalSetup: ["test/support/stack.ts"] };

/** The packages' tests have a separate configuration (test/packages/vitest.config.ts). */
const UNIT = ["test/{shared,functions,infra,web,local,rules,properties}/**/*.test.ts"];

/** Tests that replace modules. The other tests must not get the replacements. */
const REPLACING = globSync(UNIT).filter((file) =>
  /\bvi\.(mock|spyOn|stub|useFake)|mockClient|support\/memory/.test(readFileSync(file, "utf8")),
);

const pastDoorsOf = (file: string, code: string) =>
  file.includes("/functions/") ? pastDoors(file, code) : undefined;
/** As in a bundle, a test of one feature loads only the files that it uses from other features. */
const PAST_DOORS = {
  name: "past-doors",
  enforce: "pre" as const,
  transform: (code: string, file: string) => pastDoorsOf(file, code),
  // The result also depends on other features' index.ts files.
  ...keyedBy(pastDoorsOf),
};

/**
 * Two rings (CONTRIBUTING.md). Ring 1 is `unit`, `replacing`, `stories`, `contracts` and `mainStories`; ring 2 adds the
 * others. `unit`, `replacing` and `stories` need only the code. `replacing` replaces modules and loads ours again for
 * each file. `stories` runs the whole shop in its process and sets that process's clock. `contracts`, `integration` and
 * `mainStories` take turns on one running stack, `mainStories` in a browser. Some of their files break the network or
 * count calls, so one file runs at a time. `switched` and `browser` each use a stack through a browser. A file of
 * `switched` changes something for everybody, so one file runs at a time. Each file of `isolated` starts its own stack
 * with old data. `permissions` runs last, because it judges the calls on all these stacks. `otherFounder` runs unit
 * tests under another name, another domain and other prices. Only `npm run test:deep` runs `deep`.
 * Files that leave nothing in a module share the loaded modules, because loading takes longer than the tests.
 */
const project = (name: string, order: number, options: object) => ({
  plugins: [PAST_DOORS],
  test: {
    ...EACH,
    name,
    sequence: { groupOrder: order },
    include: [`test/${name}/**/*.test.ts`],
    ...options,
  },
});

/** An import of a file that needs a running stack. */
const RUNNING = /"(?:\.\.\/)*(?:\.\/)?(?:support\/)?(running|people)\.ts"/;
/** In `stories`, imports of test/support's running stack load test/world instead, a shop in the test's own process. */
const IN_PROCESS = {
  name: "in-process",
  enforce: "pre" as const,
  ...keyedBy((_file, code) => (RUNNING.test(code) ? "in process" : undefined)),
  resolveId(asked: string, importer = "") {
    const [, file] = RUNNING.exec(`"${asked}"`) ?? [];
    const folder = path.resolve(path.dirname(importer), path.dirname(asked));
    return file && folder === path.resolve("test/support")
      ? path.resolve("test/world/stack", `${file}.ts`)
      : undefined;
  },
};

const CALLED = {
  ...ON_A_STACK,
  setupFiles: ["test/support/clockStays.ts"],
  fileParallelism: false,
  isolate: false,
};
const BROWSED = { ...ON_A_STACK, isolate: false };

export default defineConfig({
  test: {
    projects: [
      project("unit", 0, { ...DRAWING, include: UNIT, exclude: REPLACING, isolate: false }),
      project("replacing", 1, {
        ...DRAWING,
        include: REPLACING,
        isolate: false,
        setupFiles: [...DRAWING.setupFiles, "test/support/alone.ts"],
      }),
      {
        ...project("stories", 1, {
          ...DRAWING,
          setupFiles: [...DRAWING.setupFiles, "test/support/worldUse.ts"],
          isolate: false,
          env: { TIME_IS_OURS: "yes" },
        }),
        plugins: [PAST_DOORS, IN_PROCESS],
      },
      {
        ...project("otherFounder", 1, {
          ...DRAWING,
          include: FOUNDERS_TESTS,
          isolate: false,
          setupFiles: [...DRAWING.setupFiles, "test/support/alone.ts", "test/support/otherFounder.ts"],
          env: { OTHER_SLUG },
        }),
        plugins: [OTHER_FOUNDER, PAST_DOORS],
      },
      project("contracts", 2, CALLED),
      project("integration", 3, CALLED),
      // Moves the clock, so it runs after the other projects on its stack.
      project("mainStories", 4, { ...BROWSED, fileParallelism: false }),
      project("isolated", 5, DRAWING),
      project("switched", 6, {
        ...BROWSED,
        setupFiles: ["test/support/switchedOff.ts"],
        fileParallelism: false,
      }),
      project("browser", 7, BROWSED),
      project("documents", 8, {
        ...DRAWING,
        include: ["test/{documents,tools}/**/*.test.ts"],
        isolate: false,
      }),
      project("permissions", 9, {}),
      project("deep", 10, {}),
    ],
  },
});
