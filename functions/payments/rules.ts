import type { Trouble } from "#shared/grants/grant.ts";
import type { DisputeFact } from "#shared/payments/paymentFacts.ts";

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
  // The bank decided against us, and the money is gone until it says otherwise.
  appeal_needs_response: "lost",
  appeal_under_review: "lost",
};

/** @param status Stripe's; an inquiry's (`warning_…`) takes nothing from anybody */
export function disputeState(status: string): DisputeFact["state"] {
  return STATES[status] ?? "none";
}

/** What a payment's disputes come to. One that was won counts no more, although Stripe's charge stays `disputed`. */
export function standingDispute(disputes: readonly { status: string }[]): Trouble["dispute"] {
  const states = disputes.map(({ status }) => disputeState(status));
  if (states.includes("lost")) return "lost";
  return states.includes("open") ? "open" : null;
}

type PaidSession = {
  status: string | null;
  payment_status: string;
  payment_intent: string | { status: string } | null;
};

/**
 * How far the payment on a checkout's page has come. A slow one that failed leaves its session complete and unpaid
 * for good, like one that is still on its way.
 * @param session with the payment itself in the place of its id, for only that tells the two apart
 */
export function paymentOn(session: PaidSession): "none" | "under way" | "failed" | "paid" {
  if (session.status !== "complete") return "none";
  if (session.payment_status !== "unpaid") return "paid";
  const { payment_intent: payment } = session;
  const status = payment === null || typeof payment === "string" ? undefined : payment.status;
  return status === "requires_payment_method" || status === "canceled" ? "failed" : "under way";
}
