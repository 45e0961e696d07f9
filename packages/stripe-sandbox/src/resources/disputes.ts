import type Stripe from "stripe";
import { change, mergeMetadata } from "../core/change.ts";
import { invalidRequest } from "../core/errors.ts";
import { need } from "../core/need.ts";
import type { Dispute } from "../core/wire.ts";
import { page } from "../http/lists.ts";
import { operation } from "../http/operation.ts";
import { clearable, flag, metadata, paging, range, shape, text, textUpTo } from "../http/params.ts";
import { closeDispute } from "../payments/disputes.ts";

/** Limits (docs /api/disputes/update). */
const longText = clearable(textUpTo(20_000));
const shortText = clearable(textUpTo(5_000));

const evidence = shape({
  access_activity_log: longText,
  cancellation_policy_disclosure: longText,
  cancellation_rebuttal: longText,
  customer_email_address: shortText,
  customer_name: shortText,
  customer_purchase_ip: shortText,
  product_description: longText,
  refund_policy_disclosure: longText,
  refund_refusal_explanation: longText,
  service_date: shortText,
  uncategorized_text: longText,
});

/** In characters (docs /api/disputes/update). */
const MAX_EVIDENCE = 150_000;

/** Evidence can be submitted once, and not after the bank has decided. Its length is limited. */
function requireAnswerable({ status }: Dispute, evidence: object): void {
  if (status !== "needs_response" && status !== "warning_needs_response")
    throw invalidRequest("This dispute no longer accepts evidence.", { param: "evidence" });
  const length = Object.values(evidence).reduce((sum: number, one) => sum + String(one ?? "").length, 0);
  if (length > MAX_EVIDENCE)
    throw invalidRequest(`Evidence can have at most ${MAX_EVIDENCE} characters in total.`, {
      param: "evidence",
    });
}

export const disputes = [
  operation<Stripe.DisputeRetrieveParams>()(
    "disputes.retrieve",
    "GET /v1/disputes/:id",
    {},
    ({ world, id }) => need(world, "dispute", id),
  ),
  operation<Stripe.DisputeUpdateParams>()(
    "disputes.update",
    "POST /v1/disputes/:id",
    { evidence, metadata, submit: flag },
    ({ world, params, id }) => {
      const before = need(world, "dispute", id);
      if (params.evidence !== undefined) requireAnswerable(before, params.evidence);
      const submitting = params.evidence !== undefined && params.submit !== false;
      const inquiry = before.status.startsWith("warning_");
      const after = change(
        world,
        "dispute",
        before,
        {
          evidence: { ...before.evidence, ...params.evidence },
          evidence_details: {
            ...before.evidence_details,
            has_evidence: before.evidence_details.has_evidence || params.evidence !== undefined,
            submission_count: before.evidence_details.submission_count + (submitting ? 1 : 0),
            submission_method: submitting ? "manual" : before.evidence_details.submission_method,
          },
          metadata: mergeMetadata(before.metadata, params.metadata),
          ...(submitting && {
            status: inquiry ? ("warning_under_review" as const) : ("under_review" as const),
          }),
        },
        "charge.dispute.updated",
      );
      // Stripe's test texts decide the dispute.
      const said = params.evidence?.uncategorized_text;
      if (submitting && said === "winning_evidence") return closeDispute(world, after, "won");
      if (submitting && said === "losing_evidence") return closeDispute(world, after, "lost");
      return after;
    },
  ),
  operation<Stripe.DisputeCloseParams>()(
    "disputes.close",
    "POST /v1/disputes/:id/close",
    {},
    ({ world, id }) => closeDispute(world, need(world, "dispute", id), "lost"),
  ),
  operation<Stripe.DisputeListParams>()(
    "disputes.list",
    "GET /v1/disputes",
    { ...paging, created: range, charge: text, payment_intent: text },
    ({ world, params }) => {
      const found = world.store
        .all("dispute")
        .filter(
          (dispute) =>
            (params.charge === undefined || dispute.charge === params.charge) &&
            (params.payment_intent === undefined || dispute.payment_intent === params.payment_intent),
        );
      return page(found, params, "/v1/disputes");
    },
  ),
];
