import { change } from "../core/change.ts";
import { invalidRequest, noSuch } from "../core/errors.ts";
import { newId } from "../core/ids.ts";
import type { Address, Customer, PaymentMethod } from "../core/wire.ts";
import type { World } from "../core/world.ts";
import { behaviorOf, cardFailure, checkCard, fingerprintOf, NAMED_CARDS } from "./cards.ts";

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

/** Creates a payment method without a customer. */
export function makeCard(world: World, card: CardInput, billing: BillingDetails = NO_BILLING): PaymentMethod {
  checkCard(card, world.clock.now());
  const behavior = behaviorOf(card.number);
  const id = newId("pm");
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

/** A payment method by its id, or a new one for a name such as `pm_card_visa`. */
export function methodCalled(world: World, id: string, param: string): PaymentMethod {
  const number = NAMED_CARDS[id];
  if (number !== undefined) return makeCard(world, named(world, number));
  const found = world.store.find("paymentMethod", id);
  if (!found) throw noSuch("PaymentMethod", id, param);
  if (world.store.find("card", found.id)?.detached)
    throw invalidRequest(
      "The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.",
    );
  return found;
}

function named(world: World, number: string): CardInput {
  const year = new Date(world.clock.now() * 1000).getUTCFullYear() + 1;
  return { number, expMonth: 12, expYear: year, cvc: "123" };
}

/** Attaches a payment method, unless the bank refuses the card. */
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

/** Detaches a card permanently from its customer. The card's charges can still be refunded and disputed. */
export function detachMethod(world: World, method: PaymentMethod): PaymentMethod {
  if (method.customer === null)
    throw invalidRequest(
      "The payment method you provided is not attached to a customer so detachment is impossible.",
      { param: "payment_method" },
    );
  for (const subscription of world.store.all("subscription"))
    if (subscription.default_payment_method === method.id)
      world.store.put("subscription", { ...subscription, default_payment_method: null });
  const customer = world.store.find("customer", String(method.customer));
  if (customer?.invoice_settings.default_payment_method === method.id)
    world.store.put("customer", {
      ...customer,
      invoice_settings: { ...customer.invoice_settings, default_payment_method: null },
    });
  world.store.put("card", { id: method.id, number: numberOf(world, method), detached: true });
  return change(world, "paymentMethod", method, { customer: null }, "payment_method.detached");
}

export function numberOf(world: World, method: PaymentMethod): string {
  return world.store.find("card", method.id)?.number ?? "";
}
