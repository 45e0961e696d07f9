import { change, create } from "../core/change.ts";
import { invalidRequest } from "../core/errors.ts";
import { newId } from "../core/ids.ts";
import type { BalanceTransaction, Charge, Dispute, EarlyFraudWarning } from "../core/wire.ts";
import type { World } from "../core/world.ts";
import { bookMoney } from "./balance.ts";
import { updateCharge } from "./charges.ts";

const DISPUTE_FEE = 1500;
const ANSWER_WITHIN_SECONDS = 9 * 24 * 60 * 60;
const NETWORK_CODES: Record<DisputeKind, string> = {
  fraudulent: "10.4",
  product_not_received: "13.1",
  inquiry: "10.4",
  general: "13.7",
};

export type DisputeKind = "fraudulent" | "product_not_received" | "inquiry" | "general";

/** Opens a dispute, which withdraws the money until the dispute is won, or an inquiry, which withdraws nothing. */
export function openDispute(world: World, before: Charge, kind: DisputeKind): Dispute {
  if (!before.paid) throw invalidRequest("A charge that failed cannot be disputed.", { param: "charge" });
  // Source: support.stripe.com/questions/dispute-fees-faq
  if (before.refunded)
    throw invalidRequest("A fully refunded charge cannot be disputed.", { param: "charge" });
  const earlier = world.store.all("dispute").find((dispute) => dispute.charge === before.id);
  if (earlier)
    throw invalidRequest(`Charge ${before.id} is already disputed (${earlier.id}).`, {
      code: "charge_disputed",
      param: "charge",
    });
  const id = newId("du");
  const inquiry = kind === "inquiry";
  const charge = updateCharge(world, before, { disputed: true });
  const withdrawn = inquiry ? [] : [bookDispute(world, id, charge, -1)];
  const now = world.clock.now();
  const dispute = create(
    world,
    "dispute",
    {
      id,
      object: "dispute",
      amount: charge.amount - charge.amount_refunded,
      balance_transactions: withdrawn,
      charge: charge.id,
      created: now,
      currency: charge.currency,
      enhanced_eligibility_types: [],
      evidence: noEvidence(),
      evidence_details: {
        due_by: now + ANSWER_WITHIN_SECONDS,
        enhanced_eligibility: {},
        has_evidence: false,
        past_due: false,
        submission_count: 0,
        submission_method: "not_submitted",
      },
      intended_submission_method: null,
      is_charge_refundable: inquiry,
      livemode: false,
      metadata: {},
      payment_intent: charge.payment_intent,
      payment_method_details: {
        card: {
          brand: charge.payment_method_details?.card?.brand ?? "visa",
          case_type: inquiry ? "inquiry" : "chargeback",
          network: charge.payment_method_details?.card?.network ?? "visa",
          network_reason_code: NETWORK_CODES[kind],
        },
        type: "card",
      },
      reason: inquiry ? "fraudulent" : kind,
      status: inquiry ? "warning_needs_response" : "needs_response",
    },
    "charge.dispute.created",
  );
  if (!inquiry) world.emit("charge.dispute.funds_withdrawn", dispute);
  world.agenda.add("dispute.lapse", id, now + ANSWER_WITHIN_SECONDS);
  return dispute;
}

/** Turns an inquiry into a dispute with the same id and withdraws the money. */
export function escalateInquiry(world: World, before: Dispute): Dispute {
  const charge = world.store.find("charge", before.charge);
  if (!charge || !before.status.startsWith("warning_") || before.status === "warning_closed")
    throw invalidRequest("Only an open inquiry can become a dispute.");
  world.agenda.drop("dispute.lapse", before.id);
  const due = world.clock.now() + ANSWER_WITHIN_SECONDS;
  const card = before.payment_method_details?.card;
  const escalated = change(
    world,
    "dispute",
    before,
    {
      status: "needs_response",
      is_charge_refundable: false,
      amount: charge.amount - charge.amount_refunded,
      balance_transactions: [bookDispute(world, before.id, charge, -1)],
      evidence_details: { ...before.evidence_details, due_by: due },
      ...(before.payment_method_details &&
        card && {
          payment_method_details: {
            ...before.payment_method_details,
            card: { ...card, case_type: "chargeback" as const },
          },
        }),
    },
    "charge.dispute.updated",
  );
  world.emit("charge.dispute.funds_withdrawn", escalated);
  world.agenda.add("dispute.lapse", before.id, due);
  return escalated;
}

/** Closes an inquiry after a full refund, without a fee. */
export function closeRefundedInquiry(world: World, charge: Charge): void {
  const inquiry = world.store
    .all("dispute")
    .find((dispute) => dispute.charge === charge.id && dispute.status.startsWith("warning_"));
  if (inquiry && inquiry.status !== "warning_closed" && charge.refunded) closeDispute(world, inquiry, "won");
}

/** After a failed refund, an inquiry allows refunds again. */
export function reopenRefunds(world: World, charge: Charge): void {
  const inquiry = world.store
    .all("dispute")
    .find((dispute) => dispute.charge === charge.id && dispute.status.startsWith("warning_"));
  if (inquiry) change(world, "dispute", inquiry, { is_charge_refundable: true });
}

/**
 * Closes a dispute. A won dispute returns the money but not the fee. An inquiry took no money, so closing it
 * moves none.
 */
export function closeDispute(world: World, before: Dispute, outcome: "won" | "lost"): Dispute {
  if (before.status === "won" || before.status === "lost" || before.status === "warning_closed") {
    throw invalidRequest("This dispute is already closed.", { code: "dispute_already_closed" });
  }
  world.agenda.drop("dispute.lapse", before.id);
  const inquiry = before.status.startsWith("warning_");
  const charge = world.store.find("charge", before.charge);
  const reinstated =
    outcome === "won" && !inquiry && charge ? [bookDispute(world, before.id, charge, 1)] : [];
  if (charge && (outcome === "won" || inquiry))
    updateCharge(world, charge, { disputed: inquiry ? false : charge.disputed });
  const closed = change(world, "dispute", before, {
    status: inquiry ? "warning_closed" : outcome,
    balance_transactions: [...before.balance_transactions, ...reinstated],
    is_charge_refundable: inquiry && charge?.refunded === false,
  });
  if (reinstated.length > 0) world.emit("charge.dispute.funds_reinstated", closed);
  world.emit("charge.dispute.closed", closed);
  return closed;
}

/** Loses an unanswered dispute, or closes an unanswered inquiry, at its deadline. */
export function lapseDispute(world: World, id: string): void {
  const dispute = world.store.find("dispute", id);
  if (dispute?.status === "needs_response" || dispute?.status === "warning_needs_response")
    closeDispute(world, dispute, "lost");
}

export function warnOfFraud(
  world: World,
  charge: Charge,
  fraudType: EarlyFraudWarning["fraud_type"],
): EarlyFraudWarning {
  return create(
    world,
    "earlyFraudWarning",
    {
      id: newId("issfr"),
      object: "radar.early_fraud_warning",
      actionable: !charge.refunded && !charge.disputed,
      charge: charge.id,
      created: world.clock.now(),
      fraud_type: fraudType,
      livemode: false,
      ...(charge.payment_intent && { payment_intent: charge.payment_intent }),
    },
    "radar.early_fraud_warning.created",
  );
}

function bookDispute(world: World, id: string, charge: Charge, sign: 1 | -1): BalanceTransaction {
  return bookMoney(world, {
    amount: sign * (charge.amount - charge.amount_refunded),
    currency: charge.currency,
    type: "adjustment",
    source: id,
    description: sign < 0 ? `Chargeback withdrawal for ${charge.id}` : `Chargeback reversal for ${charge.id}`,
    fee: sign < 0 ? DISPUTE_FEE : 0,
  });
}

function noEvidence(): Dispute["evidence"] {
  return {
    access_activity_log: null,
    billing_address: null,
    cancellation_policy: null,
    cancellation_policy_disclosure: null,
    cancellation_rebuttal: null,
    customer_communication: null,
    customer_email_address: null,
    customer_name: null,
    customer_purchase_ip: null,
    customer_signature: null,
    duplicate_charge_documentation: null,
    duplicate_charge_explanation: null,
    duplicate_charge_id: null,
    enhanced_evidence: {},
    product_description: null,
    receipt: null,
    refund_policy: null,
    refund_policy_disclosure: null,
    refund_refusal_explanation: null,
    service_date: null,
    service_documentation: null,
    shipping_address: null,
    shipping_carrier: null,
    shipping_date: null,
    shipping_documentation: null,
    shipping_tracking_number: null,
    uncategorized_file: null,
    uncategorized_text: null,
  };
}
