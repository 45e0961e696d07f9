import type Stripe from "stripe";
import { change, mergeMetadata } from "../core/change.ts";
import { invalidRequest } from "../core/errors.ts";
import { need } from "../core/need.ts";
import type { PaymentIntent, PaymentMethod } from "../core/wire.ts";
import type { World } from "../core/world.ts";
import { page } from "../http/lists.ts";
import { operation } from "../http/operation.ts";
import {
  currency,
  flag,
  integerFrom,
  list,
  metadata,
  oneOf,
  paging,
  range,
  required,
  shape,
  shipping,
  text,
  webAddress,
} from "../http/params.ts";
import { cardFailure } from "../payments/cards.ts";
import { confirmIntent } from "../payments/confirming.ts";
import { makeIntent } from "../payments/intents.ts";
import { methodCalled } from "../payments/methods.ts";
import { shippingOf } from "../payments/shipping.ts";

const automatic = shape({ enabled: required(flag), allow_redirects: oneOf("always", "never") });
const saving = oneOf("off_session", "on_session");

export const paymentIntents = [
  operation<Stripe.PaymentIntentCreateParams>()(
    "paymentIntents.create",
    "POST /v1/payment_intents",
    {
      amount: required(integerFrom(1)),
      allowed_payment_method_types: list(text),
      automatic_payment_methods: automatic,
      capture_method: oneOf("automatic", "automatic_async"),
      confirm: flag,
      confirmation_method: oneOf("automatic", "manual"),
      currency: required(currency),
      customer: text,
      description: text,
      error_on_requires_action: flag,
      metadata,
      off_session: flag,
      payment_method: text,
      receipt_email: text,
      return_url: webAddress,
      setup_future_usage: saving,
      shipping,
      statement_descriptor: text,
      statement_descriptor_suffix: text,
      transfer_group: text,
    },
    ({ world, params }) => {
      if (params.confirmation_method !== undefined && params.automatic_payment_methods?.enabled)
        throw invalidRequest(
          "You may only specify one of these parameters: automatic_payment_methods, confirmation_method.",
          { param: "confirmation_method" },
        );
      if (params.customer !== undefined) need(world, "customer", params.customer, "customer");
      const method =
        params.payment_method === undefined
          ? undefined
          : methodFor(world, params.payment_method, {
              customer: params.customer ?? null,
              types: params.allowed_payment_method_types ?? ["card"],
            });
      const made = makeIntent(world, {
        amount: params.amount,
        currency: params.currency,
        customer: params.customer ?? null,
        description: params.description ?? null,
        metadata: mergeMetadata({}, params.metadata),
        receiptEmail: params.receipt_email ?? null,
        transferGroup: params.transfer_group ?? null,
        saveFor: params.setup_future_usage ?? null,
        automaticMethods: params.automatic_payment_methods?.enabled ?? true,
        captureMethod: params.capture_method ?? "automatic_async",
        confirmationMethod: params.confirmation_method ?? "automatic",
        methodTypes: params.allowed_payment_method_types ?? null,
        shipping: shippingOf(params.shipping),
        statementDescriptor: params.statement_descriptor ?? null,
        statementDescriptorSuffix: params.statement_descriptor_suffix ?? null,
      });
      if (!method) return params.confirm ? refuseWithoutMethod() : made;
      const ready = change(world, "paymentIntent", made, {
        payment_method: method.id,
        status: "requires_confirmation",
      });
      return params.confirm ? confirm(world, ready, method, params) : ready;
    },
  ),
  operation<Stripe.PaymentIntentRetrieveParams>()(
    "paymentIntents.retrieve",
    "GET /v1/payment_intents/:id",
    { client_secret: text },
    ({ world, id }) => need(world, "paymentIntent", id),
  ),
  operation<Stripe.PaymentIntentListParams>()(
    "paymentIntents.list",
    "GET /v1/payment_intents",
    { ...paging, created: range, customer: text },
    ({ world, params }) => {
      const found = world.store
        .all("paymentIntent")
        .filter((intent) => params.customer === undefined || intent.customer === params.customer);
      return page(found, params, "/v1/payment_intents");
    },
  ),
];

function methodFor(
  world: World,
  id: string,
  { customer, types }: { customer: string | null; types: readonly string[] },
): PaymentMethod {
  const method = methodCalled(world, id, "payment_method");
  if (!types.includes(method.type))
    throw invalidRequest(
      `The PaymentMethod provided (${method.type}) is not allowed for this PaymentIntent. Please attach a PaymentMethod of one of the following types: ${types.join(", ")}.`,
      { code: "payment_intent_incompatible_payment_method", param: "payment_method" },
    );
  if (method.customer === null || method.customer === customer) return method;
  throw invalidRequest(
    "The provided PaymentMethod cannot be attached. To reuse a PaymentMethod, you must attach it to a Customer first.",
    { param: "payment_method" },
  );
}

type Sent = { off_session?: boolean; error_on_requires_action?: boolean; return_url?: string };

function confirm(world: World, intent: PaymentIntent, method: PaymentMethod, sent: Sent): PaymentIntent {
  const attempt = confirmIntent(world, intent, method, {
    offSession: sent.off_session ?? false,
    returnUrl: sent.return_url ?? null,
  });
  if (attempt.end !== "declined") return attempt.intent;
  throw cardFailure(attempt.decline, undefined, {
    ...(attempt.charge && { charge: attempt.charge.id }),
    payment_intent: attempt.intent,
    payment_method: method,
  });
}

function refuseWithoutMethod(): never {
  throw invalidRequest(
    "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
    { code: "payment_intent_unexpected_state" },
  );
}
