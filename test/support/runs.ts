/** The factor for the runs of each property: 1 in `npm test`, more in `npm run test:deep`. */
const TIMES = Number(process.env.RUNS_TIMES ?? 1);

/** The seed from which all properties of a run draw (scripts/test/seed.ts). */
export const SEED = Number(process.env.SEED);

/** The number of runs of a property. @param usual the number in `npm test` */
export const runs = (usual: number): number => usual * TIMES;
