import type Stripe from "stripe";

/** Kept in the metadata of our own refunds, as `reason`: any later try knows them, and their payer has another mail. */
export const SOLD_OUT = "sold out while paying";
export const OWNED_ALREADY = "owned already";
export const AFTER_END = "paid after the subscription ended";

/** Whether its payer is told of something else than a refund: that the offer sold out, or that it came too late. */
export function hasMailOfItsOwn({ metadata }: Stripe.Refund): boolean {
  return metadata?.reason === SOLD_OUT || metadata?.reason === AFTER_END;
}
