import { endSubscription, lastPeriodEndOf } from "../billing/subscriptions.ts";
import { change } from "../core/change.ts";
import type { PaymentMethod, PortalConfiguration, SetupIntent, Subscription } from "../core/wire.ts";
import type { World } from "../core/world.ts";
import { attemptSetup, makeSetup, type SetupEnd } from "../payments/setups.ts";
import { updateSubscription } from "../resources/subscriptionUpdate.ts";

export function startCardChange(
  world: World,
  customer: string,
  method: PaymentMethod,
  returnUrl: string,
): SetupEnd {
  return attemptSetup(world, makeSetup(world, { customer, usage: "off_session" }), method, { returnUrl });
}

/**
 * Makes the new card the customer's default. A subscription's own card still comes first, and an open invoice waits
 * for its next retry.
 */
export function finishCardChange(world: World, setup: SetupIntent): void {
  const customer = setup.customer === null ? undefined : world.store.find("customer", setup.customer);
  const card = setup.payment_method;
  if (!customer || setup.status !== "succeeded" || card === null) return;
  if (customer.invoice_settings.default_payment_method === card) return;
  const settings = { ...customer.invoice_settings, default_payment_method: card };
  change(world, "customer", customer, { invoice_settings: settings }, "customer.updated");
}

export function cancelInPortal(
  world: World,
  subscription: Subscription,
  configuration: PortalConfiguration | undefined,
): void {
  if (configuration?.features.subscription_cancel.mode === "immediately") {
    endSubscription(world, subscription, "cancellation_requested");
    return;
  }
  // In flexible billing mode, the portal sets `cancel_at` instead of `cancel_at_period_end`.
  updateSubscription(world, subscription, { cancel_at: lastPeriodEndOf(subscription) });
}

export function keepInPortal(world: World, subscription: Subscription): void {
  updateSubscription(
    world,
    subscription,
    subscription.cancel_at_period_end ? { cancel_at_period_end: false } : { cancel_at: null },
  );
}
