import type { LedgerRow } from "#shared/affiliates/commission.ts";
import type { Write } from "../../platform/dynamo.ts";
import { claimed, type Returned, released, returned, settled } from "./rules.ts";
import { claimable, type Page, queuePage, rowPagesOf, toRow, writesOf } from "./table.ts";

/**
 * What payouts do to the ledger. The writes are for one transaction each, of MAX_ROWS_PER_WRITE rows of one
 * affiliate at most: of more, one after the other. A row that has changed since it was read fails the
 * transaction with WriteConflict: read again.
 */

/**
 * What a payout may claim: debts first, then commissions, the oldest first; 100 a page. From an index, so what
 * was written this moment may be missing: the claim's own conditions decide.
 */
export function listClaimable(affiliateId: string, cursor?: string): Promise<Page> {
  return queuePage(claimable(affiliateId), "2", cursor);
}

/** What a payout has claimed: exactly, also where it did so this very moment. */
export async function listOfPayout(affiliateId: string, payoutId: string): Promise<LedgerRow[]> {
  const rows: LedgerRow[] = [];
  for await (const page of rowPagesOf(affiliateId))
    rows.push(...page.map(toRow).filter((row) => row.payoutId === payoutId));
  // Debts first, as in `listClaimable`.
  return rows.sort((one, other) => other.kind.localeCompare(one.kind));
}

/** What is available goes into this payout, which gets the sum of `worthOf`. @throws CONFLICT */
export const claimWrites = (rows: readonly LedgerRow[], payoutId: string, now: Date): Write[] =>
  writesOf(claimed(rows, payoutId, now));

/** Returns rows from a canceled payout. @throws CONFLICT */
export const releaseWrites = (rows: readonly LedgerRow[], payoutId: string, now: Date): Write[] =>
  writesOf(released(rows, payoutId, now));

/** The payout's transfer is made: the rows are paid and leave the balance. @throws CONFLICT */
export function settleWrites(rows: readonly LedgerRow[], payoutId: string, now: Date): Write[] {
  const { changes, entries } = settled(rows, payoutId, now);
  return writesOf(changes, entries);
}

/**
 * Records that a transfer was reversed, wholly or in part: the amount is owed again. A repeated reversal is a
 * WriteConflict.
 */
export function returnWrites(what: Returned, now: Date): Write[] {
  const { changes, entries } = returned(what, now);
  return writesOf(changes, entries);
}
