import { defineConfig } from "vitest/config";

/** For `npm run bench -- payouts-in-memory`: exposes the garbage collector, and allows an hour. */
export default defineConfig({
  test: {
    include: ["scripts/bench/payouts/inMemory.test.ts"],
    pool: "forks",
    execArgv: ["--expose-gc"],
    testTimeout: 3_600_000,
  },
});
