/** The number of a property's runs. RUNS_TIMES multiplies it. */
export const runs = (usual: number): number => usual * Number(process.env.RUNS_TIMES ?? 1);
