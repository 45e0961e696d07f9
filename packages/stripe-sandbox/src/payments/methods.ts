import { change } from "../core/change.ts";
import { invalidParameter, invalidRequest, noSuch } from "../core/errors.ts";
import { newId } from "../core/ids.ts";
import { need } from "../core/need.ts";
import type { Address, Customer, PaymentMethod } from "../core/wire.ts";
import type { World } from "../core/world.ts";
import { behaviorOf, cardFailure, checkCard, fingerprintOf, NAMED_CARDS, TEST_IBANS } from "./cards.ts";

export type CardInput = { number: string; expMonth: number; expYear: number; cvc: string | null };
export type BillingDetails = PaymentMethod["billing_details"];

export const NO_ADDRESS: Address = {
  city: null,
  country: null,
  line1: null,
  line2: null,
  postal_code: null,
  state: null,
};
export const NO_BILLING: BillingDetails = {
  address: NO_ADDRESS,
  email: null,
  name: null,
  phone: null,
  tax_id: null,
};

/** Turns a card into a payment method, which no customer has yet. A source of the older API is a `card_…`. */
export function makeCard(
  world: World,
  card: CardInput,
  billing: BillingDetails = NO_BILLING,
  prefix: "pm" | "card" = "pm",
): PaymentMethod {
  checkCard(card, world.clock.now());
  const behavior = behaviorOf(card.number);
  const id = newId(prefix);
  world.store.put("card", { id, number: card.number });
  return world.store.put("paymentMethod", {
    id,
    object: "payment_method",
    allow_redisplay: "unspecified",
    billing_details: billing,
    card: {
      brand: behavior.brand,
      checks: {
        address_line1_check: null,
        address_postal_code_check: billing.address?.postal_code ? "pass" : null,
        cvc_check: card.cvc === null ? null : behavior.decline?.code === "incorrect_cvc" ? "fail" : "pass",
      },
      country: "US",
      display_brand: behavior.brand,
      exp_month: card.expMonth,
      exp_year: card.expYear < 100 ? 2000 + card.expYear : card.expYear,
      fingerprint: fingerprintOf(card.number),
      funding: behavior.funding,
      generated_from: null,
      last4: card.number.slice(-4),
      networks: { available: [behavior.brand], preferred: null },
      regulated_status: "unregulated",
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: world.clock.now(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: "card",
  });
}

/** Turns a bank account into a payment method. Only Stripe's test accounts are known. */
export function makeDebit(world: World, sent: string, billing: BillingDetails): PaymentMethod {
  const iban = sent.replace(/\s/g, "").toUpperCase();
  if (!Object.hasOwn(TEST_IBANS, iban))
    throw invalidRequest("You must use a test bank account number in test mode. Try AT611904300234573201.", {
      code: "invalid_bank_account_iban",
      param: "sepa_debit[iban]",
    });
  if (!billing.name || !billing.email)
    throw invalidParameter("SEPA debits need billing_details[name] and billing_details[email].", {
      code: "parameter_missing",
      param: "billing_details",
    });
  const id = newId("pm");
  world.store.put("card", { id, number: iban });
  return world.store.put("paymentMethod", {
    id,
    object: "payment_method",
    allow_redisplay: "unspecified",
    billing_details: billing,
    created: world.clock.now(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    sepa_debit: {
      bank_code: iban.slice(4, 9),
      branch_code: "",
      country: iban.slice(0, 2),
      fingerprint: fingerprintOf(iban),
      generated_from: { charge: null, setup_attempt: null },
      last4: iban.slice(-4),
    },
    type: "sepa_debit",
  });
}

/** A payment method by its id, or a fresh one for a name such as `pm_card_visa`. */
export function methodCalled(world: World, id: string, param: string): PaymentMethod {
  const number = NAMED_CARDS[id];
  if (number !== undefined) return makeCard(world, named(world, number));
  const found = world.store.find("paymentMethod", id);
  if (!found) throw noSuch("PaymentMethod", id, param);
  return found;
}

/** The card behind a test token such as `tok_visa`. They are named like the payment methods. */
export function cardOfToken(world: World, token: string, param: string): CardInput {
  const number = token.startsWith("tok_") ? NAMED_CARDS[token.replace("tok_", "pm_card_")] : undefined;
  if (number === undefined) throw noSuch("token", token, param);
  return named(world, number);
}

function named(world: World, number: string): CardInput {
  const year = new Date(world.clock.now() * 1000).getUTCFullYear() + 1;
  return { number, expMonth: 12, expYear: year, cvc: "123" };
}

/** Stripe asks the bank about the card when it is attached: a declined card is refused there already. */
export function attachMethod(world: World, method: PaymentMethod, customer: Customer): PaymentMethod {
  if (method.customer === customer.id) return method;
  if (method.customer !== null) {
    throw invalidRequest("The payment method you provided has already been attached to a customer.", {
      param: "payment_method",
    });
  }
  const behavior = behaviorOf(numberOf(world, method));
  if (behavior.decline && !behavior.attaches) throw cardFailure(behavior.decline);
  const attached = world.store.put("paymentMethod", { ...method, customer: customer.id });
  world.emit("payment_method.attached", attached);
  return attached;
}

export function detachMethod(world: World, method: PaymentMethod): PaymentMethod {
  if (method.customer === null) {
    throw invalidRequest(
      "The payment method you provided is not attached to a customer so detachment is impossible.",
      { param: "payment_method" },
    );
  }
  const customer = world.store.find("customer", method.customer);
  if (customer?.invoice_settings.default_payment_method === method.id) {
    change(
      world,
      "customer",
      customer,
      { invoice_settings: { ...customer.invoice_settings, default_payment_method: null } },
      "customer.updated",
    );
  }
  if (customer?.default_source === method.id)
    world.store.put("customer", { ...need(world, "customer", customer.id), default_source: null });
  return change(world, "paymentMethod", method, { customer: null }, "payment_method.detached");
}

export function numberOf(world: World, method: PaymentMethod): string {
  return world.store.find("card", method.id)?.number ?? "";
}
