import { saveRefundLimits } from "#shared/refunds/operator.ts";
import { saveSetting } from "../audit/index.ts";
import { http } from "../http/index.ts";
import { readLimits, replaceLimits } from "./limitTable.ts";

export const handler = http(saveRefundLimits)(async ({ input: { version, ...limits }, caller, now }) => {
  const { version: _, ...before } = await readLimits();
  await saveSetting("these limits", replaceLimits(limits, version), {
    operator: caller.userId,
    action: "refunds/saveRefundLimits",
    subject: "refunds#limits",
    before,
    after: limits,
    at: now.toISOString(),
  });
  return { ...limits, version: version + 1 };
});
