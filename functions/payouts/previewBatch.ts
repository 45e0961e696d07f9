import { previewBatch } from "#shared/payouts/operator.ts";
import { http } from "../http/index.ts";
import { newId } from "../platform/random.ts";
import { handOver } from "./batches/start.ts";
import { createRun, newRun } from "./batches/table.ts";

/** Not audited, because a preview neither creates nor transfers a payout. Running it is audited. */
export const handler = http(previewBatch)(async ({ input, now }) => {
  const id = newId();
  await createRun(newRun(id, input.kind, "preparing", now));
  await handOver(id);
  return { batch_id: id };
});
