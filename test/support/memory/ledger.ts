import { vi } from "vitest";
import { Balance, Commission, Debt, Entry, type LedgerRow, worthOf } from "#shared/affiliates/commission.ts";
import type { PaidFact } from "#shared/payments/paymentFacts.ts";
import { newAccount } from "../../../functions/accounts/rules.ts";
import { memoryDynamo, type Rows } from "./dynamo.ts";
import { type Network, network } from "./network.ts";

export const START = new Date("2026-03-01T00:00:00.000Z");
export const AFFILIATE = "0a-affiliate";

export type Ledger = {
  network: Network;
  rows: Rows;
  /** Begins with one affiliate, who earns a fifth, and with these customers of the affiliate. */
  reset(customers: readonly string[]): void;
  commissions(): Commission[];
  debts(): Debt[];
  entries(): Entry[];
  balance(): Balance | undefined;
};

export function memoryLedger(): Ledger {
  for (const table of ["events", "grants", "payouts", "affiliates", "users", "traffic"])
    vi.stubEnv(`TABLE_${table.toUpperCase()}`, table);
  vi.stubEnv("FUNCTION_ID", "affiliates/followPayments");
  vi.spyOn(Math, "random").mockReturnValue(0);
  const wire = network();
  const rows = memoryDynamo(wire);
  const ofKind = (kind: string) => rows.of("payouts").filter(({ sk }) => String(sk).startsWith(`${kind}#`));
  return {
    network: wire,
    rows,
    reset(customers) {
      wire.plan();
      wire.turn = undefined;
      rows.clear();
      putAffiliate(rows, "active");
      putAccount(rows, AFFILIATE);
      for (const userId of customers) {
        putAccount(rows, userId);
        attribute(rows, userId);
      }
    },
    commissions: () => ofKind("commission").map((row) => Commission.parse(row)),
    debts: () => ofKind("debt").map((row) => Debt.parse(row)),
    entries: () => ofKind("entry").map((row) => Entry.parse(row)),
    balance: () => {
      const row = rows.of("payouts").find(({ sk }) => sk === "balance");
      return row && Balance.parse(row);
    },
  };
}

export function putAffiliate(rows: Rows, status: "active" | "suspended"): void {
  const at = new Date(START.getTime() - 1).toISOString();
  const before = rows
    .of("affiliates")
    .find(({ pk, sk }) => pk === `affiliate#${AFFILIATE}` && sk === "affiliate");
  rows.put("affiliates", {
    ...before,
    pk: `affiliate#${AFFILIATE}`,
    sk: "affiliate",
    affiliateId: AFFILIATE,
    status,
    referralCode: "FIFTH",
    rateBasisPoints: 2000,
    email: `${AFFILIATE}@example.com`,
    normalisedEmail: `${AFFILIATE}@example.com`,
    termsAcceptedAt: at,
    termsVersion: "1",
    joinedAt: at,
  });
}

export function putAccount(rows: Rows, userId: string, address = `${userId}@example.com`): void {
  rows.put("users", { pk: userId, sk: "account", ...newAccount(userId, address, START) });
}

const JUST_BEFORE = new Date(START.getTime() - 1).toISOString();
export function attribute(rows: Rows, userId: string, affiliateId = AFFILIATE, at = JUST_BEFORE): void {
  const sk = "attribution";
  rows.put("affiliates", { pk: `user#${userId}`, sk, affiliateId, rateBasisPoints: 2000, via: "link", at });
}

export function paid(change: Partial<PaidFact> = {}): PaidFact {
  const at = START.toISOString();
  const times = { startedAt: at, dueAt: at, paidAt: at };
  return {
    paymentId: "pi_1",
    userId: "ann",
    product: "subscription",
    isFirst: true,
    ...times,
    amountCents: 3000,
    baseCents: change.amountCents ?? 3000,
    currency: "usd",
    cardHash: null,
    ...change,
  };
}

const BUCKETS = ["pending", "available", "held", "in_payout"] as const;

/** The correct value of every sum, computed only from the rows and entries. */
export function sums(commissions: Commission[], debts: Debt[], entries: Entry[]): Balance {
  const rows: LedgerRow[] = [...commissions, ...debts];
  const [pendingCents, availableCents, heldCents, inPayoutCents] = BUCKETS.map((bucket) =>
    total(rows.filter(({ status }) => status === bucket).map(worthOf)),
  ) as [number, number, number, number];
  const kinds = (...wanted: Entry["kind"][]) =>
    total(entries.filter(({ kind }) => wanted.includes(kind)).map(({ amountCents }) => amountCents));
  return {
    balanceCents: total(entries.map(({ amountCents }) => amountCents)),
    pendingCents,
    availableCents,
    heldCents,
    inPayoutCents,
    earnedCents: kinds("earned"),
    reversedCents: 0 - kinds("reversed", "restored"),
    paidOutCents: 0 - kinds("paid_out", "returned"),
  };
}

const total = (cents: number[]) => cents.reduce((sum, one) => sum + one, 0);
