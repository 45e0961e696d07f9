import { AppError } from "#shared/errors.ts";
import { approve } from "#shared/payouts/operator.ts";
import { httpWithRows } from "../http/index.ts";
import { retryOnConflict, transact } from "../platform/dynamo.ts";
import { audited } from "./changing/audit.ts";
import { knownIn, knownKeys, readKnown } from "./knownTable.ts";
import { toPayoutRow } from "./lists/show.ts";
import { approvePayout, decideRequest } from "./rules.ts";
import { replacePayout, replaceRequest } from "./table.ts";

const keysOf = ({ payout_id }: { payout_id: string }) => knownKeys(payout_id, null);

export const handler = httpWithRows(
  approve,
  keysOf,
)(async ({ input, caller, now, rows }) => {
  return retryOnConflict(async (isFirst) => {
    const known = isFirst ? knownIn(rows) : await readKnown(input.payout_id, null);
    const { payout: before, affiliate, request } = known;
    if (!before) throw new AppError("NOT_FOUND", "There is no such payout.");
    const after = approvePayout(before, affiliate, now);
    await transact([
      ...replacePayout(before, after),
      ...(request ? replaceRequest(request, decideRequest(request, "approved", null, now)) : []),
      audited(caller.userId, "payouts/approve", before, after, now),
    ]);
    return { ok: true as const, payout: toPayoutRow(after) };
  });
});
