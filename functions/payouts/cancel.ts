import { cancel } from "#shared/payouts/operator.ts";
import { retryOnConflict } from "../platform/dynamo.ts";
import { http } from "../platform/http.ts";
import { audited } from "./changing/audit.ts";
import { cancelPayout } from "./changing/cancelPayout.ts";
import { needPayout } from "./changing/needPayout.ts";
import { toPayoutRow } from "./lists/show.ts";

export const handler = http(cancel)(async ({ input, caller, now }) =>
  retryOnConflict(async () => {
    const before = await needPayout(input.payout_id);
    const after = await cancelPayout(before, input.reason, now, (canceled) =>
      audited(caller.userId, "payouts/cancel", before, canceled, now),
    );
    return { ok: true as const, payout: toPayoutRow(after) };
  }),
);
