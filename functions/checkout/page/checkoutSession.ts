import type Stripe from "stripe";
import { CATALOG, OPTIONAL_PLANS, type Product } from "#shared/catalog/catalog.ts";
import { type Instant, toEpochSeconds } from "#shared/instant.ts";
import { TAX, type TaxRules } from "#shared/payments/tax.ts";
import type { Reservation } from "#shared/promotions/reservation.ts";
import { creditOfSession, idOf } from "../../payments/index.ts";
import { couponOf, creditMetadata } from "../credit/coupon.ts";
import type { FoundCredit } from "../credit/find.ts";

/** What comes off the price: of a discount that the server has checked, or for unused days. One of the two at most. */
export type Reduction = { promotionCode: string | null; credit?: FoundCredit | null };

/** What a checkout session at Stripe says of us: enough to know it again from any event. */
export type SessionRequest = Reduction & {
  product: Product;
  priceId: string;
  userId: string;
  customer: string;
  /** This call has made the customer, who has no page yet. */
  isNewCustomer?: boolean;
  successUrl: URL;
  cancelUrl: URL;
  /** Keys that are bought at once; one where it is left out. */
  seats?: number;
  /** The unit of the limited offer that is held for it. */
  reservation?: Reservation;
  /** When its page ends; with the hold unless said otherwise. */
  endsAt?: Instant;
};

/**
 * What sells a unit of a limited offer: it pays or fails while its buyer waits. A bank debit that never pays would
 * hold the unit for days (docs/decisions/who-may-hold-a-unit-of-the-limited-offer.md). Wallets such as Apple Pay count as cards.
 */
const AT_ONCE: ["card"] = ["card"];

/** Tax depends on the buyer's address, which renewals need as well: Stripe keeps it on the customer. */
const WITH_TAX = {
  automatic_tax: { enabled: true },
  tax_id_collection: { enabled: true },
  billing_address_collection: "required",
  customer_update: { address: "auto", name: "auto" },
} as const satisfies Partial<Stripe.Checkout.SessionCreateParams>;

export function sessionParams(
  request: SessionRequest,
  tax: TaxRules = TAX,
): Stripe.Checkout.SessionCreateParams {
  const { product, userId, reservation, seats = 1 } = request;
  const endsAt = request.endsAt ?? reservation?.heldUntil;
  const metadata = {
    userId,
    product: product.id,
    ...(reservation ? { reservation: reservation.id } : {}),
    ...(request.credit ? creditMetadata(request.credit) : {}),
  };
  return {
    customer: request.customer,
    client_reference_id: userId,
    line_items: [{ ...priceOf(request, tax), quantity: seats }],
    success_url: withSession(request.successUrl),
    cancel_url: request.cancelUrl.href,
    metadata: seats === 1 ? metadata : { ...metadata, seats: String(seats) },
    ...(tax.isCollected ? WITH_TAX : {}),
    ...(request.promotionCode === null ? {} : { discounts: [{ promotion_code: request.promotionCode }] }),
    ...(request.credit && reservation
      ? { discounts: [{ coupon: couponOf(reservation.id, request.credit) }] }
      : {}),
    ...(product.limitedOffer ? { allowed_payment_method_types: AT_ONCE } : {}),
    ...(endsAt ? { expires_at: toEpochSeconds(endsAt) } : {}),
    ...(product.mode === "subscription"
      ? { mode: "subscription", subscription_data: { metadata } }
      : {
          mode: "payment",
          payment_intent_data: { metadata },
          // Without an invoice the purchase would be missing in the billing history.
          invoice_creation: { enabled: true, invoice_data: { metadata } },
        }),
  };
}

/** A held unit keeps the price that it had when the hold began, also where Stripe sells by another since. */
function priceOf({ product, priceId, reservation }: SessionRequest, tax: TaxRules) {
  const { price, currency, stripeProductId } = product;
  const unit_amount = reservation?.price ?? price;
  if (unit_amount === price) return { price: priceId };
  const tax_behavior = tax.isCollected ? { tax_behavior: tax.prices } : {};
  return { price_data: { product: stripeProductId, currency, unit_amount, ...tax_behavior } };
}

/** What a session sells. One from before its metadata said so is known by its mode. */
export function productOfSession({ mode, metadata }: Stripe.Checkout.Session): Product {
  const plan = OPTIONAL_PLANS.find((each) => each === metadata?.product);
  if (plan !== undefined) return CATALOG[plan];
  return mode === "payment" ? CATALOG.lifetime : CATALOG.monthly;
}

/** Whether a session takes off what is asked for, and nothing where nothing is. */
export function hasDiscount(session: Stripe.Checkout.Session, { promotionCode, credit }: Reduction): boolean {
  const [first] = session.discounts ?? [];
  const known = creditOfSession(session);
  return (
    (first === undefined ? null : idOf(first.promotion_code)) === promotionCode &&
    known?.cents === credit?.cents &&
    known?.at === credit?.at
  );
}

export const NOTHING_OFF: Reduction = { promotionCode: null };

/** Stripe puts the session's id in; the braces must not be escaped. */
function withSession(url: URL): string {
  const plain = new URL(url);
  plain.searchParams.delete("session_id");
  return `${plain.href}${plain.search === "" ? "?" : "&"}session_id={CHECKOUT_SESSION_ID}`;
}
