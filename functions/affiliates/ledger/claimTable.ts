import type { LedgerRow } from "#shared/affiliates/commission.ts";
import type { Write } from "../../platform/dynamo.ts";
import { claimed, type Returned, released, returned, settled } from "./rules.ts";
import { claimable, type Page, queuePage, rowPagesOf, toRow, writesOf } from "./table.ts";

// Each `…Writes` function returns the writes for one transaction. Callers pass up to MAX_ROWS_PER_WRITE rows of one
// affiliate. The functions throw CONFLICT if a row is in the wrong state. The transaction fails with WriteConflict if a
// row has changed since it was read.

/**
 * The rows that a payout may claim, 100 a page: debts first, then commissions, oldest first. The index may lag behind,
 * so the conditions of the claim's writes decide.
 */
export function listClaimable(affiliateId: string, cursor?: string): Promise<Page> {
  return queuePage(claimable(affiliateId), "2", cursor);
}

export async function listOfPayout(affiliateId: string, payoutId: string): Promise<LedgerRow[]> {
  const rows: LedgerRow[] = [];
  for await (const page of rowPagesOf(affiliateId))
    rows.push(...page.map(toRow).filter((row) => row.payoutId === payoutId));
  // Debts first, as in `listClaimable`.
  return rows.sort((one, other) => other.kind.localeCompare(one.kind));
}

export const claimWrites = (rows: readonly LedgerRow[], payoutId: string, now: Date): Write[] =>
  writesOf(claimed(rows, payoutId, now));

export const releaseWrites = (rows: readonly LedgerRow[], payoutId: string, now: Date): Write[] =>
  writesOf(released(rows, payoutId, now));

export function settleWrites(rows: readonly LedgerRow[], payoutId: string, now: Date): Write[] {
  const { changes, entries } = settled(rows, payoutId, now);
  return writesOf(changes, entries);
}

/** Credits the affiliate for a transfer that was reversed, in full or in part. A repeat fails with WriteConflict. */
export function returnWrites(what: Returned, now: Date): Write[] {
  const { changes, entries } = returned(what, now);
  return writesOf(changes, entries);
}
