/** How many times its usual runs a property gets: 1 in `npm test`, more in `npm run test:deep`. */
const TIMES = Number(process.env.RUNS_TIMES ?? 1);

/** What a run's properties draw from (scripts/test/seed.ts). */
export const SEED = Number(process.env.SEED);

/** The runs of a property. @param usual in `npm test` */
export const runs = (usual: number): number => usual * TIMES;
