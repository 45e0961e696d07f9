import { change, create } from "../core/change.ts";
import { newId } from "../core/ids.ts";
import type { BalanceTransaction, Charge, PaymentIntent, PaymentMethod } from "../core/wire.ts";
import type { World } from "../core/world.ts";
import { bookMoney, cardFee } from "./balance.ts";
import { behaviorOf, type Decline } from "./cards.ts";
import { numberOf } from "./methods.ts";

/** Creates a charge. With a `decline`, the charge fails with the decline's code and message. */
export function charge(
  world: World,
  intent: PaymentIntent,
  method: PaymentMethod,
  decline: Decline | undefined,
  authenticated: boolean,
): Charge {
  const id = newId("ch");
  const ok = decline === undefined;
  const booked = ok ? bookCharge(world, id, intent, method) : undefined;
  return create(
    world,
    "charge",
    {
      id,
      object: "charge",
      amount: intent.amount,
      amount_captured: ok ? intent.amount : 0,
      amount_refunded: 0,
      application: null,
      application_fee: null,
      application_fee_amount: null,
      balance_transaction: booked?.id ?? null,
      billing_details: method.billing_details,
      calculated_statement_descriptor: "SANDBOX",
      captured: ok,
      created: world.clock.now(),
      currency: intent.currency,
      customer: intent.customer,
      description: intent.description,
      disputed: false,
      failure_balance_transaction: null,
      failure_code: decline?.code ?? null,
      failure_message: decline?.message ?? null,
      fraud_details: {},
      livemode: false,
      metadata: intent.metadata,
      on_behalf_of: null,
      outcome: outcome(decline),
      paid: ok,
      payment_intent: intent.id,
      payment_method: method.id,
      payment_method_details: { card: cardDetails(intent, method, authenticated), type: "card" },
      receipt_email: intent.receipt_email,
      receipt_number: null,
      receipt_url: ok ? `${world.url}/receipts/${id}` : null,
      refunded: false,
      review: null,
      shipping: intent.shipping,
      source: null,
      source_transfer: null,
      statement_descriptor: intent.statement_descriptor,
      statement_descriptor_suffix: intent.statement_descriptor_suffix,
      status: ok ? "succeeded" : "failed",
      transfer_data: null,
      transfer_group: intent.transfer_group,
    },
    ok ? "charge.succeeded" : "charge.failed",
  );
}

function bookCharge(
  world: World,
  id: string,
  intent: PaymentIntent,
  method: PaymentMethod,
): BalanceTransaction {
  return bookMoney(world, {
    amount: intent.amount,
    currency: intent.currency,
    type: "charge",
    source: id,
    description: intent.description,
    fee: cardFee(intent.amount),
    ...(behaviorOf(numberOf(world, method)).availableAtOnce && { atOnce: true }),
  });
}

export function updateCharge(
  world: World,
  before: Charge,
  changes: Partial<Charge>,
  event: "charge.updated" | "charge.refunded" = "charge.updated",
): Charge {
  return change(world, "charge", before, changes, event);
}

function outcome(decline: Decline | undefined): Charge["outcome"] {
  const common = { advice_code: null, network_advice_code: null, network_decline_code: null };
  if (!decline) {
    return {
      ...common,
      network_status: "approved_by_network",
      reason: null,
      risk_level: "normal",
      risk_score: 20,
      seller_message: "Payment complete.",
      type: "authorized",
    };
  }
  return {
    ...common,
    network_status: "declined_by_network",
    reason: decline.declineCode ?? decline.code,
    risk_level: "normal",
    risk_score: 20,
    seller_message: "The bank did not return any further details with this decline.",
    type: "issuer_declined",
  };
}

type CardDetails = NonNullable<NonNullable<Charge["payment_method_details"]>["card"]>;

function cardDetails(intent: PaymentIntent, method: PaymentMethod, authenticated: boolean): CardDetails {
  const card = method.card;
  return {
    amount_authorized: intent.amount,
    authorization_code: null,
    brand: card?.brand ?? null,
    checks: card?.checks ?? null,
    country: card?.country ?? null,
    electronic_commerce_indicator: null,
    exp_month: card?.exp_month ?? 1,
    exp_year: card?.exp_year ?? 1970,
    extended_authorization: { status: "disabled" },
    fingerprint: card?.fingerprint ?? null,
    funding: card?.funding ?? null,
    incremental_authorization: { status: "unavailable" },
    installments: null,
    last4: card?.last4 ?? null,
    mandate: null,
    multicapture: { status: "unavailable" },
    network: card?.brand ?? null,
    network_token: { used: false },
    network_transaction_id: null,
    overcapture: { maximum_amount_capturable: intent.amount, status: "unavailable" },
    regulated_status: "unregulated",
    three_d_secure: authenticated
      ? {
          authentication_flow: "challenge",
          electronic_commerce_indicator: "05",
          exemption_indicator: null,
          result: "authenticated",
          result_reason: null,
          transaction_id: null,
          version: "2.2.0",
        }
      : null,
    transaction_link_id: null,
    wallet: null,
  };
}
