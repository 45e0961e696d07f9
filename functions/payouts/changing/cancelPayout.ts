import type { Payout } from "#shared/payouts/payout.ts";
import { transact, type Write } from "../../platform/dynamo.ts";
import { endRows, finishRows } from "../claims/moveRows.ts";
import { move } from "../rules.ts";
import { findRequest, rejectWrites, replacePayout } from "../table.ts";

/**
 * Cancels a payout and returns its rows to the balance. A mail tells the affiliate the reason.
 * @param more another write for the transaction
 * @throws CONFLICT if a transfer may be pending or the payout has ended; WriteConflict after a concurrent write
 */
export async function cancelPayout(
  before: Payout,
  reason: string,
  now: Date,
  more: (after: Payout) => Write,
): Promise<Payout> {
  const checked = move(before, "canceled", { reason });
  const [request, { writes, work }] = await Promise.all([
    findRequest(before.id),
    endRows(before, "releasing", now),
  ]);
  const after = { ...checked, work };
  await transact([
    ...replacePayout(before, after),
    ...rejectWrites(request, reason, now),
    ...writes,
    more(after),
  ]);
  if (work !== null) await finishRows(after.id, now);
  return after;
}
