import {
  type Balance,
  type Commission,
  type CommissionStatus,
  type Debt,
  type DebtStatus,
  type Entry,
  type LedgerRow,
  NO_BALANCE,
  worthOf,
} from "#shared/affiliates/commission.ts";
import { AppError } from "#shared/errors.ts";

/** A row as it was read, and as it shall be. */
export type Change = { before?: LedgerRow; after: LedgerRow };

/** Which part of the balance a row counts into; what is paid, void or reversed is no part of it. */
const BUCKETS = {
  pending: "pendingCents",
  available: "availableCents",
  held: "heldCents",
  in_payout: "inPayoutCents",
  paid: null,
  void: null,
  reversed: null,
} as const satisfies Record<CommissionStatus, keyof Balance | null>;

const TOTALS = {
  earned: { field: "earnedCents", sign: 1 },
  reversed: { field: "reversedCents", sign: -1 },
  restored: { field: "reversedCents", sign: -1 },
  paid_out: { field: "paidOutCents", sign: -1 },
  returned: { field: "paidOutCents", sign: -1 },
} as const satisfies Record<Entry["kind"], { field: keyof Balance; sign: 1 | -1 }>;

/** What these changes do to the affiliate's balance. */
export function changeOfBalance(changes: readonly Change[], entries: readonly Entry[]): Balance {
  const sum = { ...NO_BALANCE };
  const count = (row: LedgerRow | undefined, sign: 1 | -1) => {
    const bucket = row ? BUCKETS[row.status] : null;
    if (row && bucket) sum[bucket] += sign * worthOf(row);
  };
  for (const { before, after } of changes) {
    count(before, -1);
    count(after, 1);
  }
  for (const { kind, amountCents } of entries) {
    sum.balanceCents += amountCents;
    const { field, sign } = TOTALS[kind];
    sum[field] += sign * amountCents;
  }
  return sum;
}

/**
 * Where a commission belongs that is in no payout. What was taken back while a payout had it is a debt beside it, also
 * where its buyer turned out to be the affiliate: then it counts as before, and the two are nothing together.
 */
export function standing(
  row: Pick<Commission, "selfReferral" | "holds" | "earnedCents" | "reversedCents" | "matureAt">,
  now: Date,
): CommissionStatus {
  if (row.reversedCents === row.earnedCents) {
    if (row.selfReferral !== null) return "void";
    if (row.reversedCents > 0) return "reversed";
  }
  if (row.holds.length > 0) return "held";
  return row.matureAt <= now.toISOString() ? "available" : "pending";
}

export function revised<R extends LedgerRow>(row: R, change: Partial<R>, now: Date): R {
  return { ...row, ...change, version: row.version + 1, updatedAt: now.toISOString() };
}

/** @throws CONFLICT if one of them is not to be had: read again */
export function claimed(rows: readonly LedgerRow[], payoutId: string, now: Date): Change[] {
  return rows.map((before) => {
    if (before.status !== "available") throw notIn("available", before);
    return { before, after: moved(before, "in_payout", payoutId, now) };
  });
}

/** Returns a canceled payout's rows to where they would be without it. */
export function released(rows: readonly LedgerRow[], payoutId: string, now: Date): Change[] {
  return rows.map((before) => {
    if (before.status !== "in_payout" || before.payoutId !== payoutId) throw notIn("in_payout", before);
    if (before.kind === "debt") return { before, after: moved(before, "available", null, now) };
    const after = revised<Commission>(before, { status: standing(before, now), payoutId: null }, now);
    return { before, after };
  });
}

/** The payout's money has arrived: so much leaves the balance. */
export function settled(
  rows: readonly LedgerRow[],
  payoutId: string,
  now: Date,
): { changes: Change[]; entries: Entry[] } {
  const first = rows[0];
  if (!first) return { changes: [], entries: [] };
  const changes = rows.map((before) => {
    if (before.status !== "in_payout" || before.payoutId !== payoutId) throw notIn("in_payout", before);
    return { before, after: moved(before, "paid", payoutId, now) };
  });
  const entry: Entry = {
    affiliateId: first.affiliateId,
    // A row is paid once, so the first of those that are paid together names the entry.
    id: `paid_out/${payoutId}/${first.id}`,
    kind: "paid_out",
    amountCents: -rows.reduce((sum, row) => sum + worthOf(row), 0),
    at: now.toISOString(),
    commissionId: null,
    payoutId,
    source: payoutId,
  };
  return { changes, entries: [entry] };
}

/** A transfer was reversed, wholly or in part: the amount is owed again. @param reversalId Stripe's own id for that */
export function returned(
  { affiliateId, payoutId, reversalId, amountCents }: Returned,
  now: Date,
): { changes: Change[]; entries: Entry[] } {
  const at = now.toISOString();
  const credit: Debt = {
    kind: "debt",
    affiliateId,
    id: `returned/${reversalId}`,
    commissionId: null,
    amountCents: -amountCents,
    status: "available",
    payoutId: null,
    since: at,
    version: 1,
    updatedAt: at,
  };
  const entry: Entry = {
    affiliateId,
    id: `returned/${reversalId}`,
    kind: "returned",
    amountCents,
    at,
    commissionId: null,
    payoutId,
    source: reversalId,
  };
  return { changes: [{ after: credit }], entries: [entry] };
}
export type Returned = { affiliateId: string; payoutId: string; reversalId: string; amountCents: number };

/** The hold is over. @returns undefined if it is not, or something else holds it */
export function matured(before: Commission, now: Date): Change | undefined {
  if (before.status !== "pending" || before.matureAt > now.toISOString()) return undefined;
  return { before, after: revised(before, { status: "available" }, now) };
}

/** The affiliate is suspended, or no longer. @returns undefined if that changes nothing */
export function suspended(before: Commission, isSuspended: boolean, now: Date): Change | undefined {
  const others = before.holds.filter((hold) => hold !== "suspended");
  const holds: Commission["holds"] = isSuspended ? [...others, "suspended"] : others;
  if (holds.length === before.holds.length) return undefined;
  const isInPayout = before.payoutId !== null;
  const status = isInPayout ? before.status : standing({ ...before, holds }, now);
  return { before, after: revised(before, { holds, status }, now) };
}

function moved(row: LedgerRow, status: DebtStatus, payoutId: string | null, now: Date): LedgerRow {
  return row.kind === "debt"
    ? revised<Debt>(row, { status, payoutId }, now)
    : revised<Commission>(row, { status, payoutId }, now);
}

function notIn(state: string, row: LedgerRow): AppError {
  return new AppError(
    "CONFLICT",
    `The ${row.kind} ${row.id} is ${row.status}, not ${state}. Please try again.`,
  );
}
