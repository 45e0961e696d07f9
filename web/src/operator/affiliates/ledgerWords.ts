import type { LedgerSale } from "#shared/affiliates/ledger.ts";
import { atTime, day, money, percent } from "../../ui/format.ts";

const SELF = {
  self_account: "the buyer is the affiliate",
  self_address: "the buyer has the affiliate's email address",
  self_card: "the buyer paid with the affiliate's card",
  self_team: "the buyer and the affiliate are on the same team",
} as const;

/** `20% of $4,000.00, paid on Nov 3, 2026` */
export function earnedWords({ base_cents, rate_basis_points, paid_at }: LedgerSale): string {
  return `${percent(rate_basis_points)} of ${money(base_cents)}, paid on ${day(paid_at)}`;
}

export function takenBackWords(sale: LedgerSale): string | null {
  const { taken_back_cents, taken_back_by, self_referral } = sale;
  if (self_referral !== null) return `Void: ${SELF[self_referral]}`;
  if (taken_back_cents === 0) return null;
  const causesOf = (kind: "refund" | "dispute", one: string, many: string): string[] => {
    const times = taken_back_by.filter((by) => by.kind === kind).length;
    return times === 0 ? [] : [times === 1 ? one : `${times} ${many}`];
  };
  const causes = [
    ...causesOf("refund", "a refund", "refunds"),
    ...causesOf("dispute", "a lost dispute", "lost disputes"),
  ];
  return `${money(taken_back_cents)} taken back${causes.length === 0 ? "" : ` after ${causes.join(" and ")}`}`;
}

export function standsWords(sale: LedgerSale): string {
  const { status, holds, matures_at } = sale;
  const then = sale.taken_back_cents === sale.earned_cents ? ", then taken back" : "";
  switch (status) {
    case "pending":
      return `On hold until ${atTime(matures_at)}`;
    case "available":
      return "Payable";
    case "in_payout":
      return `In a payout${then}`;
    case "paid":
      return `Paid out${then}`;
    case "held":
      return heldWords(holds);
    case "void":
    case "reversed":
      return "Nothing left";
  }
}

/** Why a held commission is on hold. Paid and reversed commissions may list holds, too, but are not on hold. */
function heldWords(holds: LedgerSale["holds"]): string {
  if (holds.includes("dispute")) return "On hold: the payment is disputed";
  return holds.includes("suspended") ? "On hold: the affiliate is suspended" : "On hold";
}
