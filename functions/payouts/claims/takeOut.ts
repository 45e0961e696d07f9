import type { LedgerRow } from "#shared/affiliates/commission.ts";
import type { Payout } from "#shared/payouts/payout.ts";
import { inMoney } from "#shared/words.ts";
import { listOfPayout, releaseWrites } from "../../affiliates/tables/claims.ts";
import { transact } from "../../platform/dynamo.ts";
import { changed, move } from "../rules.ts";
import { replacePayout } from "../table.ts";
import { endRows, finishRows, ROWS_A_WRITE } from "./moveRows.ts";
import { centsOf } from "./rules.ts";

/**
 * Takes commissions out of an approved payout whose payment was refunded or disputed since they were claimed.
 * @returns the payout as it is then, canceled where nothing is left, and its rows
 */
export async function takeOut(payout: Payout, now: Date): Promise<{ payout: Payout; rows: LedgerRow[] }> {
  const rows = await listOfPayout(payout.affiliateId, payout.id);
  const some = rows.filter(isTroubled).slice(0, ROWS_A_WRITE);
  if (some.length === 0) return { payout, rows };
  const amountCents = payout.amountCents - centsOf(some);
  const ids = some.map(({ id }) => id).join(", ");
  const reason = `${inMoney(centsOf(some))} was taken out before the transfer: the payments ${ids} were refunded or disputed.`;
  if (amountCents <= 0) {
    const { writes, work } = await endRows(payout, "releasing", now, rows);
    const canceled = move(payout, "canceled", { reason, work });
    await transact([...replacePayout(payout, canceled), ...writes]);
    if (work !== null) await finishRows(payout.id, now);
    return { payout: canceled, rows: [] };
  }
  const after = changed(payout, { amountCents, reason });
  await transact([...replacePayout(payout, after), ...releaseWrites(some, payout.id, now)]);
  return takeOut(after, now);
}

const isTroubled = (row: LedgerRow): boolean =>
  row.kind === "commission" && (row.debtCents > 0 || row.holds.includes("dispute"));
