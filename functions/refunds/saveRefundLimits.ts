import { AppError } from "#shared/errors.ts";
import { saveRefundLimits } from "#shared/refunds/operator.ts";
import { auditEntry } from "../audit/index.ts";
import { http } from "../http/index.ts";
import { transact, WriteConflict } from "../platform/dynamo.ts";
import { readLimits, replaceLimits } from "./limitTable.ts";

export const handler = http(saveRefundLimits)(async ({ input: { version, ...limits }, caller, now }) => {
  const { version: _, ...before } = await readLimits();
  try {
    await transact([
      replaceLimits(limits, version),
      auditEntry({
        operator: caller.userId,
        action: "refunds/saveRefundLimits",
        subject: "refunds#limits",
        before,
        after: limits,
        at: now.toISOString(),
      }),
    ]);
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
    throw new AppError("CONFLICT", "Another operator saved these limits. Load the page again, then save.", {
      cause: error,
    });
  }
  return { ...limits, version: version + 1 };
});
