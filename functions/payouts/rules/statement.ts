import { type LedgerRow, worthOf } from "#shared/affiliates/commission.ts";
import { BRAND } from "#shared/brand.ts";
import type { Payout } from "#shared/payouts/payout.ts";
import { SELLER } from "#shared/seller.ts";
import { inMoney, onDay } from "#shared/words.ts";

type Line = { at: string; what: string; paid: number | null; rate: number | null; cents: number };

const PRODUCTS = { lifetime: "Lifetime license", subscription: "Subscription" } as const;

/** Oldest first. Nothing of a buyer is in it. */
function linesOf(rows: readonly LedgerRow[]): Line[] {
  return rows
    .map((row): Line => {
      const cents = worthOf(row);
      if (row.kind === "commission")
        return {
          at: row.paidAt,
          what: PRODUCTS[row.product],
          paid: row.baseCents,
          rate: row.rateBasisPoints,
          cents,
        };
      return { at: row.since, what: wordsOf(row.commissionId, cents), paid: null, rate: null, cents };
    })
    .sort((a, b) => a.at.localeCompare(b.at));
}

function wordsOf(commissionId: string | null, cents: number): string {
  if (cents < 0) return "Taken back after a refund or a dispute";
  return commissionId === null ? "An earlier payout that was returned" : "Given back after a failed refund";
}

const usd = (cents: number): string => (cents / 100).toFixed(2);

/** RFC 4180. The last line is the sum, which is what was paid. */
export function statementCsv(payout: Payout, rows: readonly LedgerRow[]): string {
  const table = [
    ["date", "what", "payment_before_tax_usd", "rate_percent", "amount_usd"],
    ...linesOf(rows).map(({ at, what, paid, rate, cents }) => [
      at.slice(0, 10),
      what,
      paid === null ? "" : usd(paid),
      rate === null ? "" : String(rate / 100),
      usd(cents),
    ]),
    [(payout.transferredAt ?? payout.requestedAt).slice(0, 10), "Paid", "", "", usd(payout.amountCents)],
  ];
  return table.map((cells) => `${cells.join(",")}\r\n`).join("");
}

/** For the affiliate's books: who paid whom, when, how much and for what. */
export function statementLines(payout: Payout, rows: readonly LedgerRow[]): string[] {
  const { id, email, amountCents, transferredAt, transferId, reversedCents } = payout;
  return [
    `${BRAND.name} affiliate program: statement of a payout`,
    "",
    `Payout: ${id}`,
    ...(transferredAt === null ? [] : [`Paid on: ${onDay(transferredAt)} (UTC)`]),
    ...(transferId === null ? [] : [`Stripe transfer: ${transferId}`]),
    `Paid to: ${email}`,
    `Paid by: ${[SELLER.entity, ...SELLER.address].join(", ")}`,
    `${SELLER.register}. ${SELLER.tax}.`,
    "",
    "Amounts are in US dollars. A commission is a share of what the customer paid, without tax.",
    "",
    ...linesOf(rows).map(({ at, what, paid, rate, cents }) => {
      const of = paid === null || rate === null ? "" : `, ${rate / 100}% of ${inMoney(paid)}`;
      return `${at.slice(0, 10)}   ${what}${of}: ${inMoney(cents)}`;
    }),
    "",
    `Paid: ${inMoney(amountCents)}`,
    ...(reversedCents === 0 ? [] : [`Of that, Stripe later took back: ${inMoney(reversedCents)}`]),
  ];
}
