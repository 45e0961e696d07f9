import { type Commission, type LedgerRow, worthOf } from "#shared/affiliates/commission.ts";
import { BRAND } from "#shared/brand.ts";
import { csvLine } from "#shared/csv.ts";
import type { Payout } from "#shared/payouts/payout.ts";
import { SELLER } from "#shared/seller.ts";
import { inMoney, onDay } from "#shared/words.ts";

type Sale = Pick<Commission, "baseCents" | "rateBasisPoints" | "earnedCents" | "reversedCents">;
type Line = { at: string; what: string; sale: Sale | null; cents: number };

const PRODUCTS = { lifetime: "Lifetime license", subscription: "Subscription" } as const;

/** Oldest first. Contains no data about buyers. */
function linesOf(rows: readonly LedgerRow[]): Line[] {
  return rows
    .map((row): Line => {
      const cents = worthOf(row);
      if (row.kind === "commission") return { at: row.paidAt, what: PRODUCTS[row.product], sale: row, cents };
      return { at: row.since, what: wordsOf(row.commissionId, cents), sale: null, cents };
    })
    .sort((a, b) => a.at.localeCompare(b.at));
}

function wordsOf(commissionId: string | null, cents: number): string {
  if (cents < 0) return "Taken back after a refund or a dispute";
  return commissionId === null
    ? "An earlier payout that was returned"
    : "Given back after a failed refund or a won dispute";
}

function shareOf(sale: Sale): string {
  const share = `${percent(sale)}% of ${inMoney(sale.baseCents)}`;
  if (sale.reversedCents === 0) return share;
  return `${share} = ${inMoney(sale.earnedCents)}, less ${inMoney(sale.reversedCents)} taken back`;
}

const percent = ({ rateBasisPoints }: Sale): string => String(rateBasisPoints / 100);
const usd = (cents: number): string => (cents / 100).toFixed(2);

/** RFC 4180. The last line is the paid total. */
export function statementCsv(payout: Payout, rows: readonly LedgerRow[]): string {
  const table = [
    ["date", "what", "payment_before_tax_usd", "rate_percent", "taken_back_usd", "amount_usd"],
    ...linesOf(rows).map(({ at, what, sale, cents }) => [
      at.slice(0, 10),
      what,
      ...(sale === null
        ? ["", "", ""]
        : [usd(sale.baseCents), percent(sale), sale.reversedCents === 0 ? "" : usd(sale.reversedCents)]),
      usd(cents),
    ]),
    [(payout.transferredAt ?? payout.requestedAt).slice(0, 10), "Paid", "", "", "", usd(payout.amountCents)],
  ];
  return table.map(csvLine).join("");
}

export function statementText(payout: Payout, rows: readonly LedgerRow[]): string {
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
    ...linesOf(rows).map(
      ({ at, what, sale, cents }) =>
        `${at.slice(0, 10)}   ${what}${sale === null ? "" : `, ${shareOf(sale)}`}: ${inMoney(cents)}`,
    ),
    "",
    `Paid: ${inMoney(amountCents)}`,
    ...(reversedCents === 0 ? [] : [`Of that, Stripe later took back: ${inMoney(reversedCents)}`]),
  ].join("\n");
}
