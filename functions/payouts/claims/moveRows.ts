import type { LedgerRow } from "#shared/affiliates/commission.ts";
import type { Payout } from "#shared/payouts/payout.ts";
import { inMoney } from "#shared/words.ts";
import { listOfPayout, releaseWrites, settleWrites } from "../../affiliates/index.ts";
import { retryOnConflict, transact, type Write } from "../../platform/dynamo.ts";
import { changed, move } from "../rules.ts";
import { findPayout, replacePayout } from "../table.ts";
import { centsOf } from "./rules.ts";

/** Maximum rows per transaction, besides the payout, its request, the counts, the ledger's entry and the balance. */
export const ROWS_A_WRITE = 80;

const WRITES = { releasing: releaseWrites, settling: settleWrites };

/**
 * Ends a payout in the ledger: a canceled one returns its rows, a paid one removes them from the balance. The first
 * rows move with the change of status, and `finishRows` moves the rest.
 * @param known rows that were just read; the writes' conditions verify them
 */
export async function endRows(
  payout: Payout,
  work: "releasing" | "settling",
  now: Date,
  known?: readonly LedgerRow[],
): Promise<{ writes: Write[]; work: Payout["work"] }> {
  const rows = (known ?? (await listOfPayout(payout.affiliateId, payout.id))).filter(
    ({ status }) => status === "in_payout",
  );
  return {
    writes: WRITES[work](rows.slice(0, ROWS_A_WRITE), payout.id, now),
    work: rows.length > ROWS_A_WRITE ? work : null,
  };
}

export async function finishRows(payoutId: string, now: Date): Promise<void> {
  for (let more = true; more; ) {
    more = await retryOnConflict(async () => {
      const payout = await findPayout(payoutId);
      if (payout?.work !== "releasing" && payout?.work !== "settling") return false;
      const { writes, work } = await endRows(payout, payout.work, now);
      await transact([...replacePayout(payout, changed(payout, { work })), ...writes]);
      return work !== null;
    });
  }
}

/**
 * Removes commissions from a payout if their payment was refunded or disputed since the claim.
 * @returns the payout afterwards (canceled if nothing is left) and its rows
 */
export async function takeOut(payout: Payout, now: Date): Promise<{ payout: Payout; rows: LedgerRow[] }> {
  const rows = await listOfPayout(payout.affiliateId, payout.id);
  const some = rows.filter(isTroubled).slice(0, ROWS_A_WRITE);
  if (some.length === 0) return { payout, rows };
  const amountCents = payout.amountCents - centsOf(some);
  const ids = some.map(({ id }) => id).join(", ");
  const reason = `${inMoney(centsOf(some))} was taken out before the transfer, because of refunded or disputed payments: ${ids}.`;
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
