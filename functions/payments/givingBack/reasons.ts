import type Stripe from "stripe";

/*
 * Why we refunded a payment that bought nothing. Stored as `reason` in the refund's metadata. Some reasons have a
 * separate mail to the payer.
 */
export const SOLD_OUT = "sold out while paying";
export const OWNED_ALREADY = "owned already";
export const AFTER_END = "paid after the subscription ended";
export const CREDIT_OVER = "credit over";
export const AFTER_LIFETIME = "renewed after lifetime";
export const DUPLICATE = "duplicate subscription";
export const DISPUTE_WON = "bought nothing, and its dispute was won";

/** Whether another mail already explains this refund to the payer. */
export function hasMailOfItsOwn({ metadata }: Stripe.Refund): boolean {
  return [SOLD_OUT, AFTER_END, CREDIT_OVER].some((reason) => metadata?.reason === reason);
}
