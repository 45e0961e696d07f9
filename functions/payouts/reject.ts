import { AppError } from "#shared/errors.ts";
import { reject } from "#shared/payouts/operator.ts";
import { http } from "../http/index.ts";
import { retryOnConflict, transact } from "../platform/dynamo.ts";
import { audited } from "./changing/audit.ts";
import { cancelPayout } from "./changing/cancelPayout.ts";
import { toRequestRow } from "./lists/show.ts";
import { decideRequest } from "./rules.ts";
import { findPayout, findRequest, replaceRequest } from "./table.ts";

/** Cancels an unfinished payout of the request in the same transaction. */
export const handler = http(reject)(async ({ input, caller, now }) =>
  retryOnConflict(async () => {
    const [before, payout] = await Promise.all([findRequest(input.request_id), findPayout(input.request_id)]);
    if (!before) throw new AppError("NOT_FOUND", "There is no such request.");
    const after = decideRequest(before, "rejected", input.reason, now);
    const entry = audited(caller.userId, "payouts/reject", before, after, now);
    if (payout && payout.status !== "canceled") await cancelPayout(payout, input.reason, now, () => entry);
    else await transact([...replaceRequest(before, after), entry]);
    return { ok: true as const, request: toRequestRow(after) };
  }),
);
