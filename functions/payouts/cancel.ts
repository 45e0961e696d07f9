import { AppError } from "#shared/errors.ts";
import { cancel } from "#shared/payouts/operator.ts";
import { http } from "../http/index.ts";
import { retryOnConflict } from "../platform/dynamo.ts";
import { audited } from "./changing/audit.ts";
import { cancelPayout } from "./changing/cancelPayout.ts";
import { toPayoutRow } from "./lists/show.ts";
import { findPayout } from "./table.ts";

export const handler = http(cancel)(async ({ input, caller, now }) =>
  retryOnConflict(async () => {
    const before = await findPayout(input.payout_id);
    if (!before) throw new AppError("NOT_FOUND", "There is no such payout.");
    const after = await cancelPayout(before, input.reason, now, (canceled) =>
      audited(caller.userId, "payouts/cancel", before, canceled, now),
    );
    return { ok: true as const, payout: toPayoutRow(after) };
  }),
);
