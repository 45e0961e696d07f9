import { runDistribute } from "#shared/payouts/operator.ts";
import { http } from "../http/index.ts";
import { newId } from "../platform/random.ts";
import { startRun } from "./batches/start.ts";

export const handler = http(runDistribute)(async ({ input, caller, now }) => {
  const by = { operator: caller.userId, action: "payouts/runDistribute" };
  return { ok: true, batch_id: await startRun("distribute", input.batch_id, newId(), by, now) };
});
