import { endSubscription, isOver, periodEndOf } from "../billing/subscriptions.ts";
import { change } from "../core/change.ts";
import type { PaymentMethod, PortalConfiguration, SetupIntent, Subscription } from "../core/wire.ts";
import type { World } from "../core/world.ts";
import { attemptSetup, makeSetup, type SetupEnd } from "../payments/setups.ts";

/** What a customer does in the portal. */

export function startCardChange(
  world: World,
  customer: string,
  method: PaymentMethod,
  returnUrl: string,
): SetupEnd {
  return attemptSetup(world, makeSetup(world, { customer, usage: "off_session" }), method, { returnUrl });
}

/** The new card becomes the one that is charged: for the customer, and for each subscription that had one of its own. */
export function finishCardChange(world: World, setup: SetupIntent): void {
  const customer = setup.customer === null ? undefined : world.store.find("customer", setup.customer);
  const card = setup.payment_method;
  if (!customer || setup.status !== "succeeded" || card === null) return;
  if (customer.invoice_settings.default_payment_method !== card) {
    const settings = { ...customer.invoice_settings, default_payment_method: card };
    change(world, "customer", customer, { invoice_settings: settings }, "customer.updated");
  }
  for (const subscription of world.store.all("subscription")) {
    if (
      subscription.customer !== customer.id ||
      isOver(subscription) ||
      subscription.default_payment_method === null
    )
      continue;
    change(
      world,
      "subscription",
      subscription,
      { default_payment_method: card },
      "customer.subscription.updated",
    );
  }
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
  change(
    world,
    "subscription",
    subscription,
    {
      cancel_at_period_end: true,
      cancel_at: periodEndOf(subscription),
      canceled_at: world.clock.now(),
      cancellation_details: {
        comment: null,
        feedback: null,
        feedback_option: null,
        reason: "cancellation_requested",
      },
    },
    "customer.subscription.updated",
  );
}

export function keepInPortal(world: World, subscription: Subscription): void {
  change(
    world,
    "subscription",
    subscription,
    {
      cancel_at_period_end: false,
      cancel_at: null,
      canceled_at: null,
      cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    },
    "customer.subscription.updated",
  );
}
