import { change, create } from "../core/change.ts";
import { newId, randomText } from "../core/ids.ts";
import type { Charge, PaymentIntent, PaymentMethod } from "../core/wire.ts";
import type { World } from "../core/world.ts";
import { behaviorOf, type Decline } from "./cards.ts";
import { charge } from "./charges.ts";
import { openDispute, warnOfFraud } from "./disputes.ts";
import { attachMethod, numberOf } from "./methods.ts";

export type IntentDraft = {
  amount: number;
  currency: string;
  customer: string | null;
  description?: string | null;
  metadata?: Record<string, string>;
  receiptEmail?: string | null;
  transferGroup?: string | null;
  saveFor?: "on_session" | "off_session" | null;
  automaticMethods?: boolean;
  captureMethod?: "automatic" | "automatic_async";
  confirmationMethod?: "automatic" | "manual";
  methodTypes?: string[] | null;
  shipping?: PaymentIntent["shipping"];
  statementDescriptor?: string | null;
  statementDescriptorSuffix?: string | null;
};

export function makeIntent(world: World, draft: IntentDraft): PaymentIntent {
  const id = newId("pi");
  return create(
    world,
    "paymentIntent",
    {
      id,
      object: "payment_intent",
      allowed_payment_method_types: draft.methodTypes ?? null,
      amount: draft.amount,
      amount_capturable: 0,
      amount_details: { tip: {} },
      amount_received: 0,
      application: null,
      application_fee_amount: null,
      automatic_payment_methods: draft.automaticMethods ? { allow_redirects: "always", enabled: true } : null,
      canceled_at: null,
      cancellation_reason: null,
      capture_method: draft.captureMethod ?? "automatic_async",
      client_secret: `${id}_secret_${randomText(25)}`,
      confirmation_method: draft.confirmationMethod ?? "automatic",
      created: world.clock.now(),
      currency: draft.currency,
      customer: draft.customer,
      customer_account: null,
      description: draft.description ?? null,
      excluded_payment_method_types: null,
      last_payment_error: null,
      latest_charge: null,
      livemode: false,
      managed_payments: null,
      metadata: draft.metadata ?? {},
      next_action: null,
      on_behalf_of: null,
      payment_method: null,
      payment_method_configuration_details: null,
      payment_method_options: {
        card: {
          installments: null,
          mandate_options: null,
          network: null,
          request_three_d_secure: "automatic",
        },
      },
      payment_method_types: draft.methodTypes ?? ["card"],
      payment_record: null,
      processing: null,
      receipt_email: draft.receiptEmail ?? null,
      review: null,
      setup_future_usage: draft.saveFor ?? null,
      shipping: draft.shipping ?? null,
      source: null,
      statement_descriptor: draft.statementDescriptor ?? null,
      statement_descriptor_suffix: draft.statementDescriptorSuffix ?? null,
      status: "requires_payment_method",
      transfer_data: null,
      transfer_group: draft.transferGroup ?? null,
    },
    "payment_intent.created",
  );
}

export type Attempt =
  | { end: "succeeded"; intent: PaymentIntent; charge: Charge }
  | { end: "declined"; intent: PaymentIntent; charge: Charge | undefined; decline: Decline }
  | { end: "requires_action"; intent: PaymentIntent };

type How = {
  /** The customer is absent, so 3-D Secure is impossible. */
  offSession?: boolean;
  /** The customer has just passed 3-D Secure. */
  authenticated?: boolean;
  returnUrl?: string | null;
};

const NEEDS_CUSTOMER: Decline = {
  code: "authentication_required",
  declineCode: "authentication_required",
  message: "Your card was declined. This transaction requires authentication.",
};

export function attemptIntent(
  world: World,
  before: PaymentIntent,
  method: PaymentMethod,
  how: How = {},
): Attempt {
  const behavior = behaviorOf(numberOf(world, method));
  const intent = change(world, "paymentIntent", before, {
    payment_method: method.id,
    next_action: null,
    last_payment_error: null,
  });
  const asks =
    behavior.threeDSecure === "always" || (behavior.threeDSecure === "setup" && method.customer === null);
  if (asks && !how.authenticated) {
    if (how.offSession) return fail(world, intent, method, NEEDS_CUSTOMER, how);
    return { end: "requires_action", intent: askForAuthentication(world, intent, how.returnUrl ?? null) };
  }
  if (behavior.decline) return fail(world, intent, method, behavior.decline, how);
  return succeed(world, intent, method, how.authenticated === true);
}

function keepFor(world: World, intent: PaymentIntent, method: PaymentMethod): void {
  const customer = intent.customer === null ? undefined : world.store.find("customer", intent.customer);
  if (customer && intent.setup_future_usage !== null && method.customer === null)
    attachMethod(world, method, customer);
}

function askForAuthentication(world: World, intent: PaymentIntent, returnUrl: string | null): PaymentIntent {
  const asked = change(world, "paymentIntent", intent, {
    status: "requires_action",
    next_action: {
      type: "redirect_to_url",
      redirect_to_url: { return_url: returnUrl, url: `${world.url}/3ds/${intent.id}` },
    },
  });
  world.emit("payment_intent.requires_action", asked);
  return asked;
}

function succeed(
  world: World,
  intent: PaymentIntent,
  method: PaymentMethod,
  authenticated: boolean,
): Attempt {
  keepFor(world, intent, method);
  return received(world, intent, method, charge(world, intent, method, undefined, authenticated));
}

function received(world: World, intent: PaymentIntent, method: PaymentMethod, paid: Charge) {
  const done = change(world, "paymentIntent", intent, {
    status: "succeeded",
    amount_capturable: 0,
    amount_received: paid.amount_captured,
    latest_charge: paid.id,
  });
  world.emit("payment_intent.succeeded", done);
  const behavior = behaviorOf(numberOf(world, method));
  if (behavior.earlyFraudWarning) warnOfFraud(world, paid, "misc");
  if (behavior.dispute) openDispute(world, paid, behavior.dispute);
  return { end: "succeeded", intent: done, charge: paid } as const;
}

function fail(
  world: World,
  intent: PaymentIntent,
  method: PaymentMethod,
  decline: Decline,
  how: How,
): Attempt {
  const failed = charge(world, intent, method, decline, how.authenticated === true);
  return {
    end: "declined",
    intent: refuse(world, intent, method, decline, failed.id),
    charge: failed,
    decline,
  };
}

export function failAuthentication(
  world: World,
  intent: PaymentIntent,
  method: PaymentMethod,
): PaymentIntent {
  return refuse(world, intent, method, {
    code: "payment_intent_authentication_failure",
    declineCode: null,
    message:
      "We are unable to authenticate your payment method. Please choose a different payment method and try again.",
  });
}

function refuse(
  world: World,
  intent: PaymentIntent,
  method: PaymentMethod,
  decline: Decline,
  chargeId?: string,
): PaymentIntent {
  const refused = change(world, "paymentIntent", intent, {
    status: "requires_payment_method",
    payment_method: null,
    next_action: null,
    ...(chargeId && { latest_charge: chargeId }),
    last_payment_error: {
      ...(chargeId && { charge: chargeId }),
      code: decline.code,
      ...(decline.declineCode && { decline_code: decline.declineCode }),
      doc_url: `https://docs.stripe.com/error-codes#${decline.code.replaceAll("_", "-")}`,
      message: decline.message,
      payment_method: method,
      type: chargeId ? "card_error" : "invalid_request_error",
    },
  });
  world.emit("payment_intent.payment_failed", refused);
  return refused;
}

export function cancelIntent(
  world: World,
  intent: PaymentIntent,
  reason: PaymentIntent["cancellation_reason"],
): PaymentIntent {
  const canceled = change(world, "paymentIntent", intent, {
    status: "canceled",
    amount_capturable: 0,
    canceled_at: world.clock.now(),
    cancellation_reason: reason,
    next_action: null,
  });
  world.emit("payment_intent.canceled", canceled);
  return canceled;
}
