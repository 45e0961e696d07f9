/** The runs of a property; RUNS_TIMES multiplies them, to explore. */
export const runs = (usual: number): number => usual * Number(process.env.RUNS_TIMES ?? 1);
