import { defineConfig } from "vitest/config";

/** What `npm run bench -- payouts` runs in memory: with the garbage collector at hand, and all the time it takes. */
export default defineConfig({
  test: {
    include: ["scripts/bench/payouts/inMemory.test.ts"],
    pool: "forks",
    execArgv: ["--expose-gc"],
    testTimeout: 3_600_000,
  },
});
