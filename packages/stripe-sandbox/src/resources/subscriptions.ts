import type Stripe from "stripe";
import { intentFor } from "../billing/collecting.ts";
import { finalizeInvoice } from "../billing/invoices.ts";
import { billPeriod, defaultMethodOf, finalizeAndCollect } from "../billing/standing.ts";
import { endSubscription, isOver, makeSubscription } from "../billing/subscriptions.ts";
import { change, mergeMetadata } from "../core/change.ts";
import { invalidRequest, noSuch } from "../core/errors.ts";
import { need } from "../core/need.ts";
import type { Subscription } from "../core/wire.ts";
import type { World } from "../core/world.ts";
import { inRange, page } from "../http/lists.ts";
import { operation } from "../http/operation.ts";
import {
  clearable,
  flag,
  integer,
  integerFrom,
  list,
  metadata,
  oneOf,
  type Parsed,
  paging,
  range,
  required,
  shape,
  text,
} from "../http/params.ts";
import { cardFailure } from "../payments/cards.ts";
import { chosenDiscount } from "./discountChoice.ts";
import { inlinePrice, priceDataField } from "./inlinePrices.ts";
import { updateFields, updateSubscription } from "./subscriptionUpdate.ts";

const DAY = 24 * 60 * 60;
const cancellation = shape({ comment: clearable(text), feedback: clearable(text) });

const createFields = {
  cancel_at: integer,
  cancel_at_period_end: flag,
  collection_method: oneOf("charge_automatically", "send_invoice"),
  currency: text,
  customer: required(text),
  days_until_due: integerFrom(1),
  default_payment_method: text,
  description: text,
  discounts: clearable(list(shape({ coupon: text, promotion_code: text }))),
  items: required(
    list(shape({ price: text, price_data: priceDataField, quantity: integerFrom(0), metadata })),
  ),
  metadata,
  off_session: flag,
  payment_behavior: oneOf(
    "allow_incomplete",
    "default_incomplete",
    "error_if_incomplete",
    "pending_if_incomplete",
  ),
  payment_settings: shape({ save_default_payment_method: oneOf("off", "on_subscription") }),
  proration_behavior: oneOf("none"),
  trial_end: integer,
  trial_period_days: integerFrom(1, 730),
  trial_settings: shape({
    end_behavior: required(
      shape({ missing_payment_method: required(oneOf("cancel", "create_invoice", "pause")) }),
    ),
  }),
};

export const subscriptions = [
  operation<Stripe.SubscriptionCreateParams>()(
    "subscriptions.create",
    "POST /v1/subscriptions",
    createFields,
    ({ world, params }) => start(world, params),
  ),
  operation<Stripe.SubscriptionRetrieveParams>()(
    "subscriptions.retrieve",
    "GET /v1/subscriptions/:id",
    {},
    ({ world, id }) => need(world, "subscription", id),
  ),
  operation<Stripe.SubscriptionUpdateParams>()(
    "subscriptions.update",
    "POST /v1/subscriptions/:id",
    updateFields,
    ({ world, params, id }) => updateSubscription(world, need(world, "subscription", id), params),
  ),
  operation<Stripe.SubscriptionCancelParams>()(
    "subscriptions.cancel",
    "DELETE /v1/subscriptions/:id",
    { cancellation_details: cancellation, invoice_now: flag, prorate: flag },
    ({ world, params, id }) => {
      const subscription = need(world, "subscription", id);
      // Stripe answers a request to cancel an ended subscription with a 404.
      if (isOver(subscription)) throw noSuch("subscription", id);
      return endSubscription(world, subscription, "cancellation_requested", params.cancellation_details);
    },
  ),
  operation<Stripe.SubscriptionListParams>()(
    "subscriptions.list",
    "GET /v1/subscriptions",
    {
      ...paging,
      created: range,
      current_period_end: range,
      current_period_start: range,
      collection_method: text,
      customer: text,
      price: text,
      status: oneOf(
        "active",
        "all",
        "canceled",
        "ended",
        "incomplete",
        "incomplete_expired",
        "past_due",
        "paused",
        "trialing",
        "unpaid",
      ),
    },
    ({ world, params }) => {
      const found = world.store
        .all("subscription")
        .filter(
          (subscription) =>
            (params.customer === undefined || subscription.customer === params.customer) &&
            (params.price === undefined ||
              subscription.items.data.some((item) => item.price.id === params.price)) &&
            inRange(endOf(subscription), params.current_period_end) &&
            hasStatus(subscription, params.status),
        );
      return page(found, params, "/v1/subscriptions");
    },
  ),
];

const endOf = ({ items }: Subscription) =>
  Math.min(...items.data.map(({ current_period_end }) => current_period_end));

function hasStatus(subscription: Subscription, asked: string | undefined): boolean {
  if (asked === undefined)
    return subscription.status !== "canceled" && subscription.status !== "incomplete_expired";
  if (asked === "all") return true;
  if (asked === "ended")
    return subscription.status === "canceled" || subscription.status === "incomplete_expired";
  return subscription.status === asked;
}

function start(world: World, sent: Parsed<typeof createFields>): Subscription {
  const customer = need(world, "customer", sent.customer, "customer");
  const items = sent.items.map((item, place) => {
    const at = `items[${place}]`;
    const price = item.price_data
      ? inlinePrice(world, item.price_data, `${at}[price_data]`)
      : need(world, "price", item.price ?? "", `${at}[price]`);
    if (!price.recurring) {
      throw invalidRequest(
        `The price specified is set to \`type=one_time\` but this field only accepts prices with \`type=recurring\`.`,
        { param: `${at}[price]` },
      );
    }
    return { price, quantity: item.quantity ?? 1, metadata: mergeMetadata({}, item.metadata) };
  });
  if (items.length === 0)
    throw invalidRequest("Missing required param: items.", { code: "parameter_missing", param: "items" });
  if (sent.default_payment_method !== undefined)
    need(world, "paymentMethod", sent.default_payment_method, "default_payment_method");
  const method = sent.default_payment_method ?? defaultMethodOf(customer);
  const now = world.clock.now();
  const trialEnd =
    sent.trial_end ?? (sent.trial_period_days === undefined ? null : now + sent.trial_period_days * DAY);
  const behavior = sent.payment_behavior ?? "allow_incomplete";
  const automatic = (sent.collection_method ?? "charge_automatically") === "charge_automatically";
  const free = trialEnd !== null || items.every((item) => item.price.unit_amount === 0);
  if (automatic && !method && !free && behavior !== "default_incomplete") {
    throw invalidRequest(
      "This customer has no attached payment source or default payment method. Please consider adding a default payment method. For more information, visit https://stripe.com/docs/billing/subscriptions/payment-methods-setting#payment-method-priority.",
      { code: "resource_missing" },
    );
  }
  const made = makeSubscription(world, {
    customer,
    items,
    trialEnd,
    defaultMethod: sent.default_payment_method ?? null,
    metadata: mergeMetadata({}, sent.metadata),
    description: sent.description ?? null,
    discount: chosenDiscount(world, sent.discounts, {
      customer: customer.id,
      products: items.map(({ price }) => price.product),
      subtotal: items.reduce((sum, { price, quantity }) => sum + (price.unit_amount ?? 0) * quantity, 0),
    }),
    cancelAtPeriodEnd: sent.cancel_at_period_end ?? false,
    collection: sent.collection_method ?? "charge_automatically",
    daysUntilDue: sent.days_until_due ?? null,
    saveMethod: sent.payment_settings?.save_default_payment_method ?? "off",
    missingMethod: sent.trial_settings?.end_behavior.missing_payment_method ?? "create_invoice",
  });
  if (sent.cancel_at !== undefined) updateSubscription(world, made, { cancel_at: sent.cancel_at });
  const billed = billPeriod(
    world,
    latest(world, made),
    "subscription_create",
    { start: now, end: now },
    false,
  );
  if (!billed) return made;
  if (!automatic) {
    change(world, "subscription", latest(world, made), { status: "active" }, "customer.subscription.updated");
    world.agenda.drop("subscription.incomplete", made.id);
    finalizeAndCollect(world, billed.invoice);
  } else if (behavior === "default_incomplete" && billed.invoice.amount_due > 0) {
    intentFor(world, finalizeInvoice(world, billed.invoice));
  } else {
    const invoice = finalizeAndCollect(world, billed.invoice);
    if (invoice.status !== "paid" && behavior === "error_if_incomplete") {
      endSubscription(world, latest(world, made), "payment_failed");
      throw cardFailure({
        code: "card_declined",
        declineCode: "generic_decline",
        message: "Your card was declined.",
      });
    }
  }
  return latest(world, made);
}

function latest(world: World, subscription: Subscription): Subscription {
  return world.store.find("subscription", subscription.id) ?? subscription;
}
