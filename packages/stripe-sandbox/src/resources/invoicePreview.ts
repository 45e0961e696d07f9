import type Stripe from "stripe";
import { periodEnd } from "../billing/periods.ts";
import { previewChange, previewRenewal } from "../billing/planChange.ts";
import { intervalOf, withItems } from "../billing/subscriptions.ts";
import { invalidRequest } from "../core/errors.ts";
import { need } from "../core/need.ts";
import type { Subscription } from "../core/wire.ts";
import { operation } from "../http/operation.ts";
import { integer, integerFrom, list, required, shape, text } from "../http/params.ts";
import { anchorField, planChangeOf, prorationField } from "./planChange.ts";

/** Previews the invoice of a subscription's change or of its next period. Stores nothing. */
export const invoicePreview = operation<Stripe.InvoiceCreatePreviewParams>()(
  "invoices.createPreview",
  "POST /v1/invoices/create_preview",
  {
    customer: text,
    subscription: required(text),
    subscription_details: shape({
      billing_cycle_anchor: anchorField,
      items: list(shape({ id: required(text), price: text, quantity: integerFrom(0) })),
      proration_behavior: prorationField,
      proration_date: integer,
    }),
  },
  ({ world, params }) => {
    const subscription = need(world, "subscription", params.subscription, "subscription");
    if (params.customer !== undefined && params.customer !== subscription.customer)
      throw invalidRequest("The subscription belongs to another customer.", { param: "customer" });
    const plan = planChangeOf(world, subscription, params.subscription_details ?? {});
    return plan
      ? previewChange(world, subscription, plan)
      : previewRenewal(world, subscription, withNextPeriod(subscription));
  },
);

function withNextPeriod(before: Subscription): Subscription {
  const items = before.items.data.map((item) => ({
    ...item,
    current_period_start: item.current_period_end,
    current_period_end: periodEnd(
      before.billing_cycle_anchor,
      item.current_period_end,
      intervalOf(item.price),
    ),
  }));
  // The period after a trial is charged.
  const status = before.status === "trialing" ? "active" : before.status;
  return { ...before, status, items: withItems(before, items) };
}
