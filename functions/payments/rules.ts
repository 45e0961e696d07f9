import type { Trouble } from "#shared/grants/grant.ts";
import type { DisputeFact } from "#shared/payments/paymentFacts.ts";

/** The order of a dispute's states. A row never returns to an earlier state. */
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
  // The bank decided against us. The money is gone unless an appeal succeeds.
  appeal_needs_response: "lost",
  appeal_under_review: "lost",
};

/** @param status Stripe's; an inquiry (`warning_…`) has no effect */
export function disputeState(status: string): DisputeFact["state"] {
  return STATES[status] ?? "none";
}

/** The combined state of a payment's disputes. Won disputes do not count, although Stripe's charge stays `disputed`. */
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
 * The state of a checkout page's payment. A slow payment leaves the session complete and unpaid, both while it is
 * pending and after it failed. Only the payment's own status shows which.
 * @param session with `payment_intent` expanded
 */
export function paymentOn(session: PaidSession): "none" | "under way" | "failed" | "paid" {
  if (session.status !== "complete") return "none";
  if (session.payment_status !== "unpaid") return "paid";
  const { payment_intent: payment } = session;
  const status = payment === null || typeof payment === "string" ? undefined : payment.status;
  return status === "requires_payment_method" || status === "canceled" ? "failed" : "under way";
}
