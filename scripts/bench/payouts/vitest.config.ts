import { defineConfig } from "vitest/config";

/** Runs the in-memory part of `npm run bench -- payouts` with an exposed garbage collector and no time limit. */
export default defineConfig({
  test: {
    include: ["scripts/bench/payouts/inMemory.test.ts"],
    pool: "forks",
    execArgv: ["--expose-gc"],
    testTimeout: 3_600_000,
  },
});
