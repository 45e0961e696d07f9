import type { LedgerRow } from "#shared/affiliates/commission.ts";
import type { Write } from "../../platform/dynamo.ts";
import { claimed, type Returned, released, returned, settled } from "./rules.ts";
import { claimable, type Page, queuePage, rowPagesOf, toRow, writesOf } from "./table.ts";

/**
 * Each `…Writes` function returns the writes for one transaction. Callers pass up to MAX_ROWS_PER_WRITE rows of one
 * affiliate. The transaction fails with WriteConflict if a row has changed since it was read.
 */

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

/** Adds available rows to a payout. @throws CONFLICT */
export const claimWrites = (rows: readonly LedgerRow[], payoutId: string, now: Date): Write[] =>
  writesOf(claimed(rows, payoutId, now));

/** Takes rows out of a payout. @throws CONFLICT */
export const releaseWrites = (rows: readonly LedgerRow[], payoutId: string, now: Date): Write[] =>
  writesOf(released(rows, payoutId, now));

/** Marks a transferred payout's rows as paid and removes them from the balance. @throws CONFLICT */
export function settleWrites(rows: readonly LedgerRow[], payoutId: string, now: Date): Write[] {
  const { changes, entries } = settled(rows, payoutId, now);
  return writesOf(changes, entries);
}

/** Credits a reversed transfer to the affiliate, wholly or in part. A repeat fails with WriteConflict. */
export function returnWrites(what: Returned, now: Date): Write[] {
  const { changes, entries } = returned(what, now);
  return writesOf(changes, entries);
}
