import * as z from "zod/mini";
import { endpoint, FRESH_FOR_MONEY } from "../endpoint.ts";
import { Instant } from "../instant.ts";

/**
 * Our evidence for the bank, by Stripe's field names. An empty text clears the field.
 * `most`: Stripe's limit in characters (docs /api/disputes/update). Together, the fields stay below its total of
 * 150,000.
 */
export const EVIDENCE_FIELDS = {
  customer_email_address: { label: "Customer's email address", most: 5_000 },
  customer_purchase_ip: { label: "IP address of the purchase", most: 5_000 },
  product_description: { label: "What was sold", most: 20_000 },
  service_date: { label: "When the service began", most: 5_000 },
  access_activity_log: { label: "Access and activity log", most: 20_000 },
  refund_policy_disclosure: { label: "How the refund policy was shown", most: 20_000 },
  refund_refusal_explanation: { label: "Why the payment was not refunded", most: 20_000 },
  cancellation_policy_disclosure: { label: "How canceling was explained", most: 20_000 },
  uncategorized_text: { label: "Anything else", most: 20_000 },
} as const;
export type EvidenceField = keyof typeof EVIDENCE_FIELDS;

const textOf = (field: EvidenceField) => {
  const { most } = EVIDENCE_FIELDS[field];
  return z._default(z.string().check(z.trim(), z.maxLength(most, `At most ${most} characters`)), "");
};
export const eachField = <T>(of: (field: EvidenceField) => T): Record<EvidenceField, T> => ({
  customer_email_address: of("customer_email_address"),
  customer_purchase_ip: of("customer_purchase_ip"),
  product_description: of("product_description"),
  service_date: of("service_date"),
  access_activity_log: of("access_activity_log"),
  refund_policy_disclosure: of("refund_policy_disclosure"),
  refund_refusal_explanation: of("refund_refusal_explanation"),
  cancellation_policy_disclosure: of("cancellation_policy_disclosure"),
  uncategorized_text: of("uncategorized_text"),
});

export const Evidence = z.object(eachField(textOf));
export type Evidence = z.output<typeof Evidence>;

/** A dispute or a bank's inquiry, read from Stripe. Amounts are integer cents. */
export const Dispute = z.object({
  id: z.string(),
  payment_id: z.nullable(z.string()),
  user_id: z.nullable(z.string()),
  /** The address at Stripe; absent if Stripe names no customer. */
  customer_email: z.optional(z.string()),
  amount_cents: z.int(),
  currency: z.string(),
  reason: z.string(),
  /** Stripe's status: `needs_response`, `warning_needs_response` for an inquiry, `won` and others. */
  status: z.string(),
  /** True if the bank only asks; no money has moved. */
  is_inquiry: z.boolean(),
  /** When the bank stops accepting evidence; null if it accepts none. */
  due_by: z.nullable(Instant),
  /** Whether evidence can still be submitted. Stripe accepts it once. */
  can_answer: z.boolean(),
  submitted: z.boolean(),
  created_at: Instant,
});
export type Dispute = z.output<typeof Dispute>;

const DisputeId = z.string().check(z.regex(/^(dp|du)_\w{1,250}$/, "Valid dispute ID is required"));

/** Lists every dispute and inquiry at Stripe, newest first. */
export const listDisputes = endpoint({
  method: "GET",
  path: "/api/admin/disputes",
  audience: "operator",
  input: z.strictObject({ cursor: z.optional(DisputeId) }),
  output: z.object({ disputes: z.array(Dispute), next: z.nullable(z.string()) }),
});

/** Returns one dispute and its evidence: as saved at Stripe, or composed from our data. */
export const getDispute = endpoint({
  method: "GET",
  path: "/api/admin/disputes/{disputeId}",
  audience: "operator",
  errors: ["NOT_FOUND", "CONFLICT"],
  input: z.strictObject({ disputeId: DisputeId }),
  output: z.object({ dispute: Dispute, customer_email: z.nullable(z.string()), evidence: Evidence }),
});

/**
 * Saves evidence at Stripe. With `submit`, sends it to the bank; that is final. Submitting requires a sign-in of the
 * last five minutes. CONFLICT if the dispute can no longer be answered.
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
 * Accepts a dispute as lost: the customer keeps the money for good. Requires a sign-in of the last five minutes.
 * CONFLICT if the bank has decided already, or if it is an inquiry (a refund ends it).
 */
export const acceptDispute = endpoint({
  method: "POST",
  path: "/api/admin/disputes/{disputeId}/accept",
  audience: "operator",
  freshSignIn: FRESH_FOR_MONEY,
  errors: ["NOT_FOUND", "CONFLICT"],
  input: z.object({ disputeId: DisputeId }),
  output: z.object({ dispute: Dispute }),
});
