import type Stripe from "stripe";
import { CATALOG, OPTIONAL_PLANS, type Product } from "#shared/catalog/catalog.ts";
import type { startCheckout } from "#shared/checkout/customer.ts";
import type { Input } from "#shared/endpoint.ts";
import { type Instant, toEpochSeconds } from "#shared/instant.ts";
import { TAX, type TaxRules } from "#shared/payments/tax.ts";
import type { Reservation } from "#shared/promotions/reservation.ts";
import { creditOfSession, idOf } from "../../payments/index.ts";
import { couponOf, creditMetadata } from "../credit/coupon.ts";
import type { FoundCredit } from "../credit/find.ts";

/** What reduces the price: a checked discount or a credit, never both. */
export type Reduction = { promotionCode: string | null; credit?: FoundCredit | null };

export type SessionRequest = Reduction & {
  asked: Pick<Input<typeof startCheckout>, "price_id" | "seats">;
  product: Product;
  userId: string;
  customer: string;
  /** Set if this call created the customer, who therefore has no open page. */
  isNewCustomer?: boolean;
  successUrl: URL;
  cancelUrl: URL;
  reservation?: Reservation;
  /** When the page expires. Default: when the hold ends. */
  endsAt?: Instant;
};

/**
 * Cards only for the limited offer, because they succeed or fail immediately. A pending bank debit would hold a unit
 * for days (docs/decisions/who-may-hold-a-unit-of-the-limited-offer.md). Wallets such as Apple Pay count as cards.
 */
const AT_ONCE: ["card"] = ["card"];

/** Renewals need the address for tax too, so Stripe stores it on the customer. */
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
  const { product, userId, reservation } = request;
  const { seats = 1 } = request.asked;
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
          // Without an invoice, the purchase would be missing from the billing history.
          invoice_creation: { enabled: true, invoice_data: { metadata } },
        }),
  };
}

/** A held unit keeps its price even if the catalog's price has changed since. */
function priceOf({ asked, product, reservation }: SessionRequest, tax: TaxRules) {
  const { price, currency, stripeProductId } = product;
  const unit_amount = reservation?.price ?? price;
  if (unit_amount === price) return { price: asked.price_id };
  const tax_behavior = tax.isCollected ? { tax_behavior: tax.prices } : {};
  return { price_data: { product: stripeProductId, currency, unit_amount, ...tax_behavior } };
}

/** Older sessions have no product in their metadata; their mode identifies it. */
export function productOfSession({ mode, metadata }: Stripe.Checkout.Session): Product {
  const plan = OPTIONAL_PLANS.find((each) => each === metadata?.product);
  if (plan !== undefined) return CATALOG[plan];
  return mode === "payment" ? CATALOG.lifetime : CATALOG.monthly;
}

export function hasReduction(
  session: Stripe.Checkout.Session,
  { promotionCode, credit }: Reduction,
): boolean {
  const [first] = session.discounts ?? [];
  const known = creditOfSession(session);
  return (
    (first === undefined ? null : idOf(first.promotion_code)) === promotionCode &&
    known?.cents === credit?.cents &&
    known?.at === credit?.at
  );
}

export const NOTHING_OFF: Reduction = { promotionCode: null };

/** Stripe replaces the placeholder with the session's id. The placeholder's braces must not be escaped. */
function withSession(url: URL): string {
  const plain = new URL(url);
  plain.searchParams.delete("session_id");
  return `${plain.href}${plain.search === "" ? "?" : "&"}session_id={CHECKOUT_SESSION_ID}`;
}
