import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { defineConfig } from "vitest/config";
import { pastDoors } from "./scripts/bundle/pastDoors.ts";
import { setSeed } from "./scripts/test/seed.ts";
import { ownTemporaryFolder } from "./scripts/test/temporary.ts";
import { runs } from "./test/support/runs.ts";

setSeed(process.env);
ownTemporaryFolder();

/** Patience costs nothing where a test passes, and the machine may be slow: beside it run two stacks and a browser. */
const EACH = {
  testTimeout: 480_000,
  hookTimeout: 480_000,
  // Each look at a page takes processor time from the other tests.
  expect: { poll: { timeout: 120_000, interval: 100 } },
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

/** The packages' tests have a separate configuration (test/packages/vitest.config.ts). */
const UNIT = ["test/{shared,functions,infra,web,local,rules,properties}/**/*.test.ts"];

/** The tests that put something else in a module's place, which none of the others may meet. */
const REPLACING = globSync(UNIT).filter((file) =>
  /\bvi\.(mock|spyOn|stub|useFake)|mockClient|support\/memory/.test(readFileSync(file, "utf8")),
);

/** As in a bundle, a test of one feature loads of the others only what it takes from them. */
const PAST_DOORS = {
  name: "past-doors",
  enforce: "pre" as const,
  transform: (code: string, file: string) =>
    file.includes("/functions/") ? pastDoors(file, code) : undefined,
};

/**
 * Two rings (CONTRIBUTING.md). Ring 1 is `unit`, `replacing`, `stories`, `contracts` and `mainStories`; ring 2 adds the
 * others. `unit` needs only the code, and so do `replacing`, which puts something else in a module's place and loads our
 * modules anew for each file, and `stories`, which runs the whole shop in its process and owns that process's clock.
 * `contracts`, `integration` and `mainStories` call one running stack after the other, the last in a browser. Some of
 * their files break the network or count calls, so one file runs at a time. `switched` and `browser` each use a stack
 * through a browser; a file of `switched` changes something for everybody, so one file runs at a time. A file of
 * `isolated` starts its own stack, of old data. `permissions` comes last: it judges what those stacks' functions did.
 * `deep` runs in `npm run test:deep` alone. Where no file leaves anything in a module, the files share what they load:
 * loading it for each takes longer than the tests.
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

/** In the stories' tests, what test/support says of a running stack is said of the world in their process. */
const IN_PROCESS = {
  name: "in-process",
  enforce: "pre" as const,
  resolveId(asked: string, importer = "") {
    const [, file] = /^(?:\.\.\/)*(?:\.\/)?(?:support\/)?(running|people)\.ts$/.exec(asked) ?? [];
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
      project("contracts", 2, CALLED),
      project("integration", 3, CALLED),
      // Moves the clock, so it comes after the others on its stack.
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
