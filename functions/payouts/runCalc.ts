import { FRESH_FOR_MONEY } from "#shared/accounts/freshSignIn.ts";
import { runCalc } from "#shared/payouts/operator.ts";
import { requireFreshSignIn } from "../platform/freshSignIn.ts";
import { http } from "../platform/http.ts";
import { newId } from "../platform/random.ts";
import { startRun } from "./batches/start.ts";

export const handler = http(runCalc)(async ({ input, caller, now }) => {
  requireFreshSignIn(caller, FRESH_FOR_MONEY, now);
  const by = { operator: caller.userId, action: "payouts/runCalc" };
  return { ok: true, batch_id: await startRun("calc", input.batch_id, newId(), by, now) };
});
