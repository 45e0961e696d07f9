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

export type Change = { before?: LedgerRow; after: LedgerRow };

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
 * The status of a commission that is in no payout. An amount that was taken back while the commission was in a payout
 * is a separate debt. The debt does not affect the commission's status, even if the reason is a self-referral.
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

export function claimed(rows: readonly LedgerRow[], payoutId: string, now: Date): Change[] {
  return rows.map((before) => {
    if (before.status !== "available") throw notIn("available", before);
    return { before, after: moved(before, "in_payout", payoutId, now) };
  });
}

export function released(rows: readonly LedgerRow[], payoutId: string, now: Date): Change[] {
  return rows.map((before) => {
    if (before.status !== "in_payout" || before.payoutId !== payoutId) throw notIn("in_payout", before);
    if (before.kind === "debt") return { before, after: moved(before, "available", null, now) };
    const after = revised<Commission>(before, { status: standing(before, now), payoutId: null }, now);
    return { before, after };
  });
}

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
    // A row is paid once, so the first row identifies the entry.
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

export function matured(before: Commission, now: Date): Change | undefined {
  if (before.status !== "pending" || before.matureAt > now.toISOString()) return undefined;
  return { before, after: revised(before, { status: "available" }, now) };
}

/** Adds or removes the hold for a suspended affiliate. */
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
