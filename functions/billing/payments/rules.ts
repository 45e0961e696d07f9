import type { DisputeFact } from "#shared/billing/paymentFacts.ts";

/**
 * What was paid, without its share of tax, in whole cents. A part of the total that came as credit is shared out
 * the same way.
 */
export function withoutTax(amountCents: number, totalCents: number, taxCents: number): number {
  if (totalCents <= 0) return 0;
  return Number((BigInt(amountCents) * BigInt(totalCents - taxCents)) / BigInt(totalCents));
}

/** How far a dispute has come. What was read earlier never takes the place of what was read of a later stage. */
export const DISPUTE_STAGE = { none: 0, open: 1, won: 2, lost: 2 } as const satisfies Record<
  DisputeFact["state"],
  number
>;

const STATES: Readonly<Record<string, DisputeFact["state"]>> = {
  needs_response: "open",
  under_review: "open",
  won: "won",
  prevented: "won",
  lost: "lost",
};

/** @param status Stripe's; an inquiry's (`warning_…`) takes nothing from anybody */
export function disputeState(status: string): DisputeFact["state"] {
  return STATES[status] ?? "none";
}
