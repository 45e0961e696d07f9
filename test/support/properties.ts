import fc from "fast-check";
import { runs, SEED } from "./runs.ts";

/** Runs before each test file, so that every property draws from the run's seed. */
fc.configureGlobal({ seed: SEED, numRuns: runs(100) });
