import {
  type Balance,
  type Entry,
  type LedgerRow,
  NO_BALANCE,
  worthOf,
} from "#shared/affiliates/commission.ts";
import { type Listed, listedOf } from "#shared/affiliates/listed.ts";
import type { Payout } from "#shared/payouts/payout.ts";
import { changeOfBalance } from "../rules.ts";

type OfPayout = { rows: number; paidOut: number; returned: number };

/** The sums of an affiliate's part of the ledger. The size of a tally grows only with the number of payouts. */
export type Tally = {
  balance: Balance;
  version: number;
  sums: Balance;
  byPayout: Map<string, OfPayout>;
  payouts: Payout[];
};

export const newTally = (): Tally => ({
  balance: NO_BALANCE,
  version: 0,
  sums: NO_BALANCE,
  byPayout: new Map(),
  payouts: [],
});

export function addRow(tally: Tally, row: LedgerRow): void {
  tally.sums = plus(tally.sums, changeOfBalance([{ after: row }], []));
  if (row.payoutId !== null) ofPayout(tally, row.payoutId).rows += worthOf(row);
}

export function addEntry(tally: Tally, entry: Entry): void {
  tally.sums = plus(tally.sums, changeOfBalance([], [entry]));
  if (entry.payoutId === null) return;
  const payout = ofPayout(tally, entry.payoutId);
  if (entry.kind === "paid_out") payout.paidOut -= entry.amountCents;
  if (entry.kind === "returned") payout.returned += entry.amountCents;
}

const FIELDS = [
  "balanceCents",
  "pendingCents",
  "availableCents",
  "heldCents",
  "inPayoutCents",
  "earnedCents",
  "reversedCents",
  "paidOutCents",
] as const satisfies (keyof Balance)[];

function plus(a: Balance, b: Balance): Balance {
  const sum = { ...a };
  for (const field of FIELDS) sum[field] += b[field];
  return sum;
}

function ofPayout({ byPayout }: Tally, id: string): OfPayout {
  const found = byPayout.get(id) ?? { rows: 0, paidOut: 0, returned: 0 };
  byPayout.set(id, found);
  return found;
}

export function differencesInLedger(tally: Tally): string[] {
  const { balance, sums, byPayout, payouts } = tally;
  const differences = FIELDS.flatMap((field) =>
    balance[field] === sums[field]
      ? []
      : [`${field} is stored as ${balance[field]}, but the rows add up to ${sums[field]}`],
  );
  const inRows = sums.pendingCents + sums.availableCents + sums.heldCents + sums.inPayoutCents;
  if (inRows !== sums.balanceCents)
    differences.push(`the entries add up to ${sums.balanceCents}, the commissions and debts to ${inRows}`);
  for (const payout of payouts) differences.push(...differencesOf(payout, ofPayout(tally, payout.id)));
  const known = new Set(payouts.map(({ id }) => id));
  for (const id of byPayout.keys())
    if (!known.has(id)) differences.push(`the ledger names payout ${id}, which does not exist`);
  return differences;
}

export function differencesInList({ sums }: Tally, listed: Listed | undefined): string[] {
  if (listed === undefined) return [];
  const expected = listedOf(sums);
  return (["listEarnedCents", "listOwedCents"] as const).flatMap((field) =>
    listed[field] === expected[field]
      ? []
      : [`${field} is stored as ${listed[field]}, but the rows add up to ${expected[field]}`],
  );
}

function differencesOf(payout: Payout, { rows, paidOut, returned }: OfPayout): string[] {
  // While a payout has `work`, its rows move page by page.
  if (payout.work !== null) return [];
  const { id, status, amountCents, reversedCents } = payout;
  const compared = [
    ["rows", rows, status === "canceled" ? 0 : amountCents],
    ["entries", paidOut, status === "paid" ? amountCents : 0],
    ["returned entries", returned, reversedCents],
  ] as const;
  return compared.flatMap(([what, held, said]) =>
    held === said ? [] : [`the ${what} of payout ${id} add up to ${held} instead of ${said}`],
  );
}

export type SentTransfer = {
  id: string;
  payoutId: string | null;
  amountCents: number;
  reversedCents: number;
  /** The part reversed so recently that its event may be pending. */
  lateCents: number;
};

export function differencesAtStripe(
  payouts: readonly Payout[],
  transfers: readonly SentTransfer[],
): string[] {
  const differences: string[] = [];
  const sent = new Map(transfers.map((transfer) => [transfer.id, transfer]));
  for (const { id, status, transferId, amountCents, reversedCents } of payouts) {
    if (status !== "paid") continue;
    const transfer = sent.get(transferId ?? "");
    sent.delete(transferId ?? "");
    if (!transfer) differences.push(`Stripe has no transfer ${transferId} of payout ${id}`);
    else if (transfer.amountCents !== amountCents)
      differences.push(`payout ${id} is for ${amountCents}, but its transfer is for ${transfer.amountCents}`);
    else if (
      reversedCents > transfer.reversedCents ||
      reversedCents < transfer.reversedCents - transfer.lateCents
    )
      differences.push(
        `payout ${id} has ${reversedCents} reversed, but its transfer has ${transfer.reversedCents}`,
      );
  }
  const isUnderWay = (payoutId: string | null) =>
    payouts.some(
      ({ id, status }) => id === payoutId && (status === "processing" || status === "reconciling"),
    );
  // A transfer that was reversed in full moved no money, so it needs no payout.
  for (const { id, payoutId, amountCents, reversedCents } of sent.values())
    if (!isUnderWay(payoutId) && reversedCents < amountCents)
      differences.push(
        `Stripe has a transfer ${id} of ${amountCents} (${reversedCents} reversed) that belongs to no payout`,
      );
  return differences;
}
