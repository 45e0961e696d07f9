import { change } from "../core/change.ts";
import type { Card, Customer, PaymentMethod } from "../core/wire.ts";
import type { World } from "../core/world.ts";
import { cardOfToken, makeCard, NO_BILLING } from "./methods.ts";

/** Puts a token's card on a customer: the first becomes the default. */
export function addSource(
  world: World,
  customer: Customer,
  token: string,
  metadata: Record<string, string>,
): Card {
  const made = makeCard(world, cardOfToken(world, token, "source"), NO_BILLING, "card");
  const source = world.store.put("paymentMethod", { ...made, customer: customer.id, metadata });
  world.emit("customer.source.created", cardOf(source));
  if ((customer.default_source ?? null) === null)
    change(world, "customer", customer, { default_source: source.id }, "customer.updated");
  return cardOf(source);
}

export function sourcesOf(world: World, customer: string): Card[] {
  return world.store
    .all("paymentMethod")
    .filter((method) => method.customer === customer && method.id.startsWith("card_"))
    .map(cardOf);
}

/** A payment method as the older API shows a card. */
export function cardOf(method: PaymentMethod): Card {
  const { address, name } = method.billing_details;
  const checks = method.card?.checks;
  return {
    id: method.id,
    object: "card",
    address_city: address?.city ?? null,
    address_country: address?.country ?? null,
    address_line1: address?.line1 ?? null,
    address_line1_check: checks?.address_line1_check ?? null,
    address_line2: address?.line2 ?? null,
    address_state: address?.state ?? null,
    address_zip: address?.postal_code ?? null,
    address_zip_check: checks?.address_postal_code_check ?? null,
    allow_redisplay: method.allow_redisplay ?? null,
    brand: BRANDS[method.card?.brand ?? ""] ?? "Unknown",
    country: method.card?.country ?? null,
    customer: method.customer,
    cvc_check: checks?.cvc_check ?? null,
    dynamic_last4: null,
    exp_month: method.card?.exp_month ?? 1,
    exp_year: method.card?.exp_year ?? 1970,
    fingerprint: method.card?.fingerprint ?? null,
    funding: method.card?.funding ?? "unknown",
    last4: method.card?.last4 ?? "",
    metadata: method.metadata,
    name,
    regulated_status: "unregulated",
    tokenization_method: null,
  };
}

/** The older API writes brands as people do. */
const BRANDS: Record<string, string> = {
  amex: "American Express",
  discover: "Discover",
  mastercard: "MasterCard",
  visa: "Visa",
};
