import type Stripe from "stripe";
import { change, mergeMetadata } from "../core/change.ts";
import { invalidRequest } from "../core/errors.ts";
import { need } from "../core/need.ts";
import { page } from "../http/lists.ts";
import { operation } from "../http/operation.ts";
import { integerFrom, metadata, oneOf, paging, range, shape, text } from "../http/params.ts";
import { captureIntent } from "../payments/intents.ts";

export const charges = [
  operation<Stripe.ChargeRetrieveParams>()("charges.retrieve", "GET /v1/charges/:id", {}, ({ world, id }) =>
    need(world, "charge", id),
  ),
  operation<Stripe.ChargeListParams>()(
    "charges.list",
    "GET /v1/charges",
    { ...paging, created: range, customer: text, payment_intent: text, transfer_group: text },
    ({ world, params }) => {
      const found = world.store
        .all("charge")
        .filter(
          (charge) =>
            charge.id.startsWith("ch_") &&
            (params.customer === undefined || charge.customer === params.customer) &&
            (params.payment_intent === undefined || charge.payment_intent === params.payment_intent) &&
            (params.transfer_group === undefined || charge.transfer_group === params.transfer_group),
        );
      return page(found, params, "/v1/charges");
    },
  ),
  operation<Stripe.ChargeCaptureParams>()(
    "charges.capture",
    "POST /v1/charges/:id/capture",
    { amount: integerFrom(1) },
    ({ world, params, id }) => {
      const { captured, payment_intent } = need(world, "charge", id);
      if (captured)
        throw invalidRequest(`Charge ${id} has already been captured.`, { code: "charge_already_captured" });
      const intent = need(world, "paymentIntent", payment_intent ?? "");
      if (intent.status !== "requires_capture")
        throw invalidRequest("This charge cannot be captured.", { code: "charge_expired_for_capture" });
      captureIntent(world, intent, params.amount);
      return need(world, "charge", id);
    },
  ),
  operation<Stripe.ChargeUpdateParams>()(
    "charges.update",
    "POST /v1/charges/:id",
    {
      description: text,
      metadata,
      receipt_email: text,
      fraud_details: shape({ user_report: oneOf("fraudulent", "safe") }),
    },
    ({ world, params, id }) => {
      const before = need(world, "charge", id);
      const { metadata: sent, ...rest } = params;
      return change(
        world,
        "charge",
        before,
        { ...rest, metadata: mergeMetadata(before.metadata, sent) },
        "charge.updated",
      );
    },
  ),
];
