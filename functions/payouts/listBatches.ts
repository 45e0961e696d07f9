import { listBatches } from "#shared/payouts/operator.ts";
import { http } from "../http/index.ts";
import { readTotals } from "./batches/lineTable.ts";
import { toBatch } from "./batches/rules.ts";
import { listRuns } from "./batches/table.ts";

export const handler = http(listBatches)(async ({ input, now }) => {
  const { runs, next } = await listRuns(input.cursor);
  const batches = await Promise.all(runs.map(async (run) => toBatch(run, await readTotals(run.id), now)));
  return { batches, next };
});
