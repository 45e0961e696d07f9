import type Stripe from "stripe";
import { requireOpen } from "../checkout/completing.ts";
import { expireSession, makeSession } from "../checkout/sessions.ts";
import { mergeMetadata } from "../core/change.ts";
import { invalidRequest } from "../core/errors.ts";
import { newId } from "../core/ids.ts";
import { need } from "../core/need.ts";
import { page } from "../http/lists.ts";
import { operation } from "../http/operation.ts";
import { oneOf, paging, range, required, shape, text } from "../http/params.ts";
import { shippingOf } from "../payments/shipping.ts";
import { checkSession, linesFor, sessionFields, trialDays } from "./checkoutRequest.ts";
import { chosenDiscount } from "./discountChoice.ts";

const DAY = 24 * 60 * 60;

export const checkoutSessions = [
  operation<Stripe.Checkout.SessionCreateParams>()(
    "checkout.sessions.create",
    "POST /v1/checkout/sessions",
    sessionFields,
    ({ world, params }) => {
      checkSession(world, params);
      const lines = linesFor(world, params);
      const discount = chosenDiscount(world, params.discounts, {
        customer: params.customer ?? null,
        products: lines.map(({ price }) => price.product),
        subtotal: lines.reduce((sum, { price, quantity }) => sum + (price.unit_amount ?? 0) * quantity, 0),
      });
      const intent = params.payment_intent_data;
      const subscription = params.subscription_data;
      const now = world.clock.now();
      return makeSession(
        world,
        {
          mode: params.mode,
          success_url: params.success_url ?? null,
          cancel_url: params.cancel_url ?? null,
          customer: params.customer ?? null,
          customer_email: params.customer_email ?? null,
          client_reference_id: params.client_reference_id ?? null,
          metadata: mergeMetadata({}, params.metadata),
          expires_at: params.expires_at ?? now + DAY,
          allow_promotion_codes: params.allow_promotion_codes ?? null,
          allowed_payment_method_types: params.allowed_payment_method_types ?? null,
          currency: lines[0]?.price.currency ?? params.currency ?? "usd",
          customerCreation: params.customer_creation ?? null,
          invoice: params.invoice_creation
            ? {
                enabled: params.invoice_creation.enabled,
                description: params.invoice_creation.invoice_data?.description,
                footer: params.invoice_creation.invoice_data?.footer,
                metadata: mergeMetadata({}, params.invoice_creation.invoice_data?.metadata),
              }
            : null,
          billingAddress: params.billing_address_collection ?? null,
          collectMethod: params.payment_method_collection ?? null,
          locale: params.locale ?? null,
          submitType: params.submit_type ?? null,
          phone: params.phone_number_collection?.enabled ?? false,
          automaticTax: params.automatic_tax?.enabled ?? false,
          taxIds: params.tax_id_collection?.enabled ?? false,
        },
        {
          lines: lines.map((line) => ({ id: newId("li"), price: line.price.id, quantity: line.quantity })),
          coupon: discount?.coupon.id ?? null,
          promotionCode: discount?.promotionCode ?? null,
          trialDays: trialDays(subscription, now),
          subscriptionMetadata: mergeMetadata({}, subscription?.metadata),
          subscriptionDescription: subscription?.description ?? null,
          intentMetadata: mergeMetadata({}, intent?.metadata),
          intentDescription: intent?.description ?? null,
          saveCard: intent?.setup_future_usage !== undefined,
          transferGroup: intent?.transfer_group ?? null,
          shipping: shippingOf(intent?.shipping),
          taxed: params.automatic_tax?.enabled ?? false,
          customer: params.customer ?? null,
          address: null,
          keepsAddress: params.customer_update?.address === "auto",
          openIntent: null,
        },
      );
    },
  ),
  operation<Stripe.Checkout.SessionRetrieveParams>()(
    "checkout.sessions.retrieve",
    "GET /v1/checkout/sessions/:id",
    {},
    ({ world, id }) => need(world, "checkoutSession", id),
  ),
  operation<Stripe.Checkout.SessionExpireParams>()(
    "checkout.sessions.expire",
    "POST /v1/checkout/sessions/:id/expire",
    {},
    ({ world, id }) => {
      const session = need(world, "checkoutSession", id);
      if (session.status !== "open") {
        throw invalidRequest(
          'Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of `' +
            (session.status ?? "") +
            "`.",
        );
      }
      requireOpen(session);
      return expireSession(world, session);
    },
  ),
  operation<Stripe.Checkout.SessionListParams>()(
    "checkout.sessions.list",
    "GET /v1/checkout/sessions",
    {
      ...paging,
      created: range,
      customer: text,
      payment_intent: text,
      status: oneOf("open", "complete", "expired"),
      subscription: text,
      customer_details: shape({ email: required(text) }),
    },
    ({ world, params }) => {
      const found = world.store
        .all("checkoutSession")
        .filter(
          (session) =>
            (params.customer === undefined || session.customer === params.customer) &&
            (params.payment_intent === undefined || session.payment_intent === params.payment_intent) &&
            (params.status === undefined || session.status === params.status) &&
            (params.subscription === undefined || session.subscription === params.subscription) &&
            (params.customer_details === undefined ||
              session.customer_details?.email === params.customer_details.email),
        );
      return page(found, params, "/v1/checkout/sessions");
    },
  ),
];
