import type Stripe from "stripe";
import { invalidParameter, invalidRequest } from "../core/errors.ts";
import { need } from "../core/need.ts";
import type { Charge } from "../core/wire.ts";
import type { World } from "../core/world.ts";
import { page } from "../http/lists.ts";
import { operation } from "../http/operation.ts";
import { integerFrom, metadata, oneOf, paging, range, text } from "../http/params.ts";
import { refund } from "../payments/refunds.ts";

export const refunds = [
  operation<Stripe.RefundCreateParams>()(
    "refunds.create",
    "POST /v1/refunds",
    {
      amount: integerFrom(1),
      charge: text,
      metadata,
      payment_intent: text,
      reason: oneOf("duplicate", "fraudulent", "requested_by_customer"),
    },
    ({ world, params }) => {
      const charge = chargeOf(world, params);
      const { amount, reason, metadata: sent } = params;
      return refund(world, charge, {
        ...(amount !== undefined && { amount }),
        ...(reason && { reason }),
        metadata: sent ?? null,
      });
    },
  ),
  operation<Stripe.RefundRetrieveParams>()("refunds.retrieve", "GET /v1/refunds/:id", {}, ({ world, id }) =>
    need(world, "refund", id),
  ),
  operation<Stripe.RefundListParams>()(
    "refunds.list",
    "GET /v1/refunds",
    { ...paging, created: range, charge: text, payment_intent: text },
    ({ world, params }) => {
      const found = world.store
        .all("refund")
        .filter(
          (made) =>
            (params.charge === undefined || made.charge === params.charge) &&
            (params.payment_intent === undefined || made.payment_intent === params.payment_intent),
        );
      return page(found, params, "/v1/refunds");
    },
  ),
];

function chargeOf(world: World, sent: { charge?: string; payment_intent?: string }): Charge {
  if (sent.charge !== undefined) return need(world, "charge", sent.charge, "charge");
  if (sent.payment_intent === undefined) {
    throw invalidParameter(
      "One of the following params should be provided for this request: payment_intent or charge.",
      {
        code: "parameter_missing",
        param: "payment_intent",
      },
    );
  }
  const intent = need(world, "paymentIntent", sent.payment_intent, "payment_intent");
  const charge = intent.latest_charge === null ? undefined : world.store.find("charge", intent.latest_charge);
  if (charge?.paid) return charge;
  throw invalidRequest(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`, {
    code: "charge_not_refundable",
    param: "payment_intent",
  });
}
