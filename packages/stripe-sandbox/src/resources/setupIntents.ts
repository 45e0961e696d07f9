import type Stripe from "stripe";
import { change, mergeMetadata } from "../core/change.ts";
import { invalidRequest } from "../core/errors.ts";
import { need } from "../core/need.ts";
import type { SetupIntent } from "../core/wire.ts";
import type { World } from "../core/world.ts";
import { page } from "../http/lists.ts";
import { operation } from "../http/operation.ts";
import {
  flag,
  list,
  metadata,
  oneOf,
  paging,
  range,
  required,
  shape,
  text,
  webAddress,
} from "../http/params.ts";
import { cardFailure } from "../payments/cards.ts";
import { methodCalled } from "../payments/methods.ts";
import { attemptSetup, makeSetup } from "../payments/setups.ts";

export const setupIntents = [
  operation<Stripe.SetupIntentCreateParams>()(
    "setupIntents.create",
    "POST /v1/setup_intents",
    {
      allowed_payment_method_types: list(text),
      automatic_payment_methods: shape({
        enabled: required(flag),
        allow_redirects: oneOf("always", "never"),
      }),
      confirm: flag,
      customer: text,
      description: text,
      metadata,
      payment_method: text,
      return_url: webAddress,
      usage: oneOf("off_session", "on_session"),
    },
    ({ world, params }) => {
      if (params.customer !== undefined) need(world, "customer", params.customer, "customer");
      const made = makeSetup(world, {
        customer: params.customer ?? null,
        description: params.description ?? null,
        metadata: mergeMetadata({}, params.metadata),
        usage: params.usage ?? "off_session",
        methodTypes: params.allowed_payment_method_types ?? null,
        method:
          params.payment_method === undefined
            ? null
            : methodCalled(world, params.payment_method, "payment_method").id,
      });
      return params.confirm ? confirm(world, made, undefined, params.return_url) : made;
    },
  ),
  operation<Stripe.SetupIntentRetrieveParams>()(
    "setupIntents.retrieve",
    "GET /v1/setup_intents/:id",
    { client_secret: text },
    ({ world, id }) => need(world, "setupIntent", id),
  ),
  operation<Stripe.SetupIntentConfirmParams>()(
    "setupIntents.confirm",
    "POST /v1/setup_intents/:id/confirm",
    { payment_method: text, return_url: webAddress },
    ({ world, params, id }) =>
      confirm(world, need(world, "setupIntent", id), params.payment_method, params.return_url),
  ),
  operation<Stripe.SetupIntentCancelParams>()(
    "setupIntents.cancel",
    "POST /v1/setup_intents/:id/cancel",
    { cancellation_reason: oneOf("abandoned", "duplicate", "requested_by_customer") },
    ({ world, params, id }) => {
      const before = need(world, "setupIntent", id);
      if (before.status === "succeeded" || before.status === "canceled") throw unexpected(before, "cancel");
      const canceled = change(world, "setupIntent", before, {
        status: "canceled",
        cancellation_reason: params.cancellation_reason ?? null,
      });
      world.emit("setup_intent.canceled", canceled);
      return canceled;
    },
  ),
  operation<Stripe.SetupIntentListParams>()(
    "setupIntents.list",
    "GET /v1/setup_intents",
    { ...paging, created: range, customer: text, payment_method: text },
    ({ world, params }) => {
      const found = world.store
        .all("setupIntent")
        .filter(
          (setup) =>
            (params.customer === undefined || setup.customer === params.customer) &&
            (params.payment_method === undefined || setup.payment_method === params.payment_method),
        );
      return page(found, params, "/v1/setup_intents");
    },
  ),
];

function confirm(
  world: World,
  setup: SetupIntent,
  given: string | undefined,
  returnUrl: string | undefined,
): SetupIntent {
  if (setup.status === "succeeded" || setup.status === "canceled") throw unexpected(setup, "confirm");
  const id = given ?? setup.payment_method;
  if (id === null) {
    throw invalidRequest("You cannot confirm this SetupIntent because it's missing a payment method.", {
      code: "setup_intent_unexpected_state",
    });
  }
  const method = methodCalled(world, id, "payment_method");
  const attempt = attemptSetup(world, setup, method, { returnUrl: returnUrl ?? null });
  if (attempt.end !== "declined") return attempt.setup;
  throw cardFailure(attempt.decline, undefined, { setup_intent: attempt.setup, payment_method: method });
}

function unexpected(setup: SetupIntent, verb: string): Error {
  return invalidRequest(`You cannot ${verb} this SetupIntent because it has a status of ${setup.status}.`, {
    code: "setup_intent_unexpected_state",
  });
}
