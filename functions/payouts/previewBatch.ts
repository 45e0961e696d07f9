import { previewBatch } from "#shared/payouts/operator.ts";
import { http } from "../http/index.ts";
import { newId } from "../platform/random.ts";
import { handOver } from "./batches/start.ts";
import { createRun, newRun } from "./batches/table.ts";

/** Changes nothing but what time alone decides, so it leaves no trace in the audit log; its run does. */
export const handler = http(previewBatch)(async ({ input, now }) => {
  const id = newId();
  await createRun(newRun(id, input.kind, "preparing", now));
  await handOver(id);
  return { batch_id: id };
});
