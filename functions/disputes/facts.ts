import type Stripe from "stripe";
import { type Dispute, type Evidence, eachField } from "#shared/disputes/operator.ts";
import { fromEpochSeconds } from "#shared/instant.ts";
import { idOf } from "../payments/index.ts";

const OPEN: ReadonlySet<string> = new Set(["needs_response", "warning_needs_response"]);

/** @param dispute with its payment and customer expanded, if the result must name the customer */
export function toDispute(dispute: Stripe.Dispute, now: Date): Dispute {
  const { evidence_details: details, status } = dispute;
  // Stripe sends 0 if the bank accepts no evidence.
  const due = details.due_by ? fromEpochSeconds(details.due_by) : null;
  const isInTime = due !== null && Date.parse(due) > now.getTime();
  const submitted = details.submission_count > 0;
  return {
    id: dispute.id,
    payment_id: idOf(dispute.payment_intent),
    ...customerOf(dispute),
    amount_cents: dispute.amount,
    currency: dispute.currency,
    reason: dispute.reason,
    status,
    is_inquiry: status.startsWith("warning_"),
    due_by: due,
    can_answer: OPEN.has(status) && isInTime && !submitted,
    submitted,
    created_at: fromEpochSeconds(dispute.created),
  };
}

function customerOf({
  payment_intent: payment,
}: Stripe.Dispute): Pick<Dispute, "user_id" | "customer_email"> {
  if (payment === null || typeof payment === "string") return { user_id: null };
  const { customer, metadata } = payment;
  const named = customer === null || typeof customer === "string" || customer.deleted ? undefined : customer;
  const user_id = metadata.userId ?? named?.metadata.userId ?? null;
  return { user_id, ...(named?.email ? { customer_email: named.email } : {}) };
}

export function savedEvidence({ evidence, evidence_details }: Stripe.Dispute): Evidence | undefined {
  if (!evidence_details.has_evidence) return undefined;
  return eachField((field) => evidence[field] ?? "");
}
