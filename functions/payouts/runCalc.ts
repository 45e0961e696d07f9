import { runCalc } from "#shared/payouts/operator.ts";
import { http } from "../http/index.ts";
import { newId } from "../platform/random.ts";
import { startRun } from "./batches/start.ts";

export const handler = http(runCalc)(async ({ input, caller, now }) => {
  const by = { operator: caller.userId, action: "payouts/runCalc" };
  return { ok: true, batch_id: await startRun("calc", input.batch_id, newId(), by, now) };
});
