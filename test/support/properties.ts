import fc from "fast-check";
import { runs, SEED } from "./runs.ts";

/** Set up before each file of tests: every property draws from the run's seed. */
fc.configureGlobal({ seed: SEED, numRuns: runs(100) });
