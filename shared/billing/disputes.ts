import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { Instant } from "../instant.ts";

/** What we tell the bank, by Stripe's names of its evidence fields. An empty text clears the field. */
export const EVIDENCE_FIELDS = {
  customer_email_address: "Customer's email address",
  customer_purchase_ip: "IP address of the purchase",
  product_description: "What was sold",
  service_date: "When the service began",
  access_activity_log: "Access and activity log",
  refund_policy_disclosure: "How the refund policy was shown",
  refund_refusal_explanation: "Why the payment was not refunded",
  cancellation_policy_disclosure: "How canceling was explained",
  uncategorized_text: "Anything else",
} as const;
export type EvidenceField = keyof typeof EVIDENCE_FIELDS;

/** The longest that Stripe takes of a text (docs /api/disputes/update): 135,000 characters in all, of 150,000. */
export const MAX_EVIDENCE: Readonly<Record<EvidenceField, number>> = {
  customer_email_address: 5_000,
  customer_purchase_ip: 5_000,
  product_description: 20_000,
  service_date: 5_000,
  access_activity_log: 20_000,
  refund_policy_disclosure: 20_000,
  refund_refusal_explanation: 20_000,
  cancellation_policy_disclosure: 20_000,
  uncategorized_text: 20_000,
};

const evidenceText = (field: EvidenceField) =>
  z._default(
    z.string().check(z.trim(), z.maxLength(MAX_EVIDENCE[field], `At most ${MAX_EVIDENCE[field]} characters`)),
    "",
  );
export const Evidence = z.object({
  customer_email_address: evidenceText("customer_email_address"),
  customer_purchase_ip: evidenceText("customer_purchase_ip"),
  product_description: evidenceText("product_description"),
  service_date: evidenceText("service_date"),
  access_activity_log: evidenceText("access_activity_log"),
  refund_policy_disclosure: evidenceText("refund_policy_disclosure"),
  refund_refusal_explanation: evidenceText("refund_refusal_explanation"),
  cancellation_policy_disclosure: evidenceText("cancellation_policy_disclosure"),
  uncategorized_text: evidenceText("uncategorized_text"),
});
export type Evidence = z.output<typeof Evidence>;

/** A dispute or a bank's inquiry as Stripe shows it now. Amounts are integer cents. */
export const Dispute = z.object({
  id: z.string(),
  payment_id: z.nullable(z.string()),
  user_id: z.nullable(z.string()),
  amount_cents: z.int(),
  currency: z.string(),
  reason: z.string(),
  /** Stripe's: `needs_response`, `warning_needs_response` for an inquiry, `won` and so on. */
  status: z.string(),
  /** Whether the bank only asks: no money has moved. */
  is_inquiry: z.boolean(),
  /** Until when it can be answered; null where it cannot. */
  due_by: z.nullable(Instant),
  /** Whether evidence can still be submitted. Stripe takes it once. */
  can_answer: z.boolean(),
  submitted: z.boolean(),
  created_at: Instant,
});
export type Dispute = z.output<typeof Dispute>;

const DisputeId = z.string().check(z.regex(/^(dp|du)_\w{1,250}$/, "Valid dispute ID is required"));

/** Every dispute and inquiry at Stripe, newest first. */
export const listDisputes = endpoint({
  method: "GET",
  path: "/api/admin/disputes",
  audience: "operator",
  input: z.object({ cursor: z.optional(DisputeId) }),
  output: z.object({ disputes: z.array(Dispute), next: z.nullable(z.string()) }),
});

/** One dispute, and its evidence: what was saved at Stripe, else what is composed of what we know. */
export const getDispute = endpoint({
  method: "GET",
  path: "/api/admin/disputes/{disputeId}",
  audience: "operator",
  errors: ["NOT_FOUND", "CONFLICT"],
  input: z.object({ disputeId: DisputeId }),
  output: z.object({ dispute: Dispute, customer_email: z.nullable(z.string()), evidence: Evidence }),
});

/**
 * Saves evidence at Stripe, or with `submit` sends it to the bank together with a PDF of it, which is final.
 * Submitting needs a sign-in of the last five minutes. CONFLICT where it can no longer be answered.
 */
export const answerDispute = endpoint({
  method: "POST",
  path: "/api/admin/disputes/{disputeId}/answer",
  audience: "operator",
  errors: ["FRESH_SIGN_IN_REQUIRED", "NOT_FOUND", "CONFLICT"],
  input: z.object({
    disputeId: DisputeId,
    evidence: Evidence,
    submit: z.boolean("submit must be true or false"),
  }),
  output: z.object({ dispute: Dispute }),
});

/**
 * Accepts a dispute as lost: the money stays with the customer, for good. Needs a sign-in of the last five minutes.
 * CONFLICT where the bank has decided already, and for an inquiry, which a refund ends.
 */
export const acceptDispute = endpoint({
  method: "POST",
  path: "/api/admin/disputes/{disputeId}/accept",
  audience: "operator",
  errors: ["FRESH_SIGN_IN_REQUIRED", "NOT_FOUND", "CONFLICT"],
  input: z.object({ disputeId: DisputeId }),
  output: z.object({ dispute: Dispute }),
});
