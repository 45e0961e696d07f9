import type Stripe from "stripe";
import { idOf } from "../../payments/index.ts";
import { updateSubscription } from "../../platform/changeAtStripe.ts";
import { rescheduleCard } from "../../platform/planAtStripe.ts";
import { stripe } from "../../platform/stripe.ts";

/** The card that the customer chose in Stripe's portal; null if they never chose one. */
export async function newestCard(customer: string): Promise<string | null> {
  const found = await (await stripe()).customers.retrieve(customer);
  return found.deleted ? null : idOf(found.invoice_settings.default_payment_method);
}

/** Sets each subscription's own card, which takes precedence over the customer's. Checkout stored the previous one. */
export async function chargeTo(card: string, subscriptions: readonly Stripe.Subscription[]): Promise<void> {
  for (const { id, default_payment_method, schedule } of subscriptions) {
    if (idOf(default_payment_method) === card) continue;
    const planned = idOf(schedule);
    // Updates the schedule first, because the subscription's card marks both as done.
    if (planned !== null) await rescheduleCard(planned, card);
    await updateSubscription(id, { default_payment_method: card });
  }
}
