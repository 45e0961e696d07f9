import { defineConfig } from "vitest/config";

const ON_A_STACK = {
  globalSetup: ["test/support/stack.ts"],
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // Long enough for a busy machine; what holds is not waited for.
  expect: { poll: { timeout: 20_000 } },
};

/**
 * Five kinds of tests. `unit` needs nothing but the code. `integration` talks to a running stack by script, and
 * since some of its files break the network or count calls, runs file after file. `isolated` does the same, each
 * file on a stack that it starts itself, because it moves time or breaks everything. `browser` uses a second one
 * through a browser; what its files do does not meet, so two run at once. `permissions` comes last: it looks at
 * what the stacks' functions made use of.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          // Beside a browser and two stacks even arithmetic takes a while.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          include: ["test/{shared,functions,infra,web,local,rules,properties,clients}/**/*.test.ts"],
        },
      },
      {
        test: {
          ...ON_A_STACK,
          name: "integration",
          include: ["test/integration/**/*.test.ts"],
          fileParallelism: false,
        },
      },
      {
        test: {
          name: "isolated",
          include: ["test/isolated/**/*.test.ts"],
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          ...ON_A_STACK,
          name: "browser",
          include: ["test/browser/**/*.test.ts"],
          maxWorkers: 2,
          // Longer than any one wait in it, so that the wait says what did not come.
          testTimeout: 180_000,
        },
      },
      {
        test: { name: "permissions", include: ["test/permissions/**/*.test.ts"] },
      },
    ],
  },
});
