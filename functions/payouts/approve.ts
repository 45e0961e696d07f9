import { FRESH_FOR_MONEY } from "#shared/accounts/freshSignIn.ts";
import { approve } from "#shared/payouts/operator.ts";
import { getAffiliate } from "../affiliates/table.ts";
import { retryOnConflict, transact } from "../platform/dynamo.ts";
import { requireFreshSignIn } from "../platform/freshSignIn.ts";
import { http } from "../platform/http.ts";
import { audited } from "./changing/audit.ts";
import { needPayout } from "./changing/needPayout.ts";
import { toPayoutRow } from "./lists/show.ts";
import { approvePayout, decideRequest } from "./rules.ts";
import { findRequest, replacePayout, replaceRequest } from "./table.ts";

export const handler = http(approve)(async ({ input, caller, now }) => {
  requireFreshSignIn(caller, FRESH_FOR_MONEY, now);
  return retryOnConflict(async () => {
    const before = await needPayout(input.payout_id);
    const [affiliate, request] = await Promise.all([
      getAffiliate(before.affiliateId),
      findRequest(before.id),
    ]);
    const after = approvePayout(before, affiliate, now);
    await transact([
      ...replacePayout(before, after),
      ...(request ? replaceRequest(request, decideRequest(request, "approved", null, now)) : []),
      audited(caller.userId, "payouts/approve", before, after, now),
    ]);
    return { ok: true as const, payout: toPayoutRow(after) };
  });
});
