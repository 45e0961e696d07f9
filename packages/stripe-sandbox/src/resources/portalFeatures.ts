import { create } from "../core/change.ts";
import { newId } from "../core/ids.ts";
import type { PortalConfiguration } from "../core/wire.ts";
import type { World } from "../core/world.ts";
import { flag, list, oneOf, required, shape } from "../http/params.ts";

const onOff = shape({ enabled: required(flag) });
export const portalFeatures = shape({
  customer_update: shape({
    enabled: flag,
    allowed_updates: list(oneOf("address", "email", "name", "phone", "shipping", "tax_id")),
  }),
  invoice_history: onOff,
  payment_method_update: onOff,
  subscription_cancel: shape({
    enabled: flag,
    mode: oneOf("at_period_end", "immediately"),
    proration_behavior: oneOf("none"),
  }),
});

type Features = PortalConfiguration["features"];
type Wanted = NonNullable<ReturnType<typeof portalFeatures>>;

export function mergeFeatures(before: Features, wanted: Wanted): Features {
  return {
    ...before,
    customer_update: { ...before.customer_update, ...wanted.customer_update },
    invoice_history: { ...before.invoice_history, ...wanted.invoice_history },
    payment_method_update: { ...before.payment_method_update, ...wanted.payment_method_update },
    subscription_cancel: { ...before.subscription_cancel, ...wanted.subscription_cancel },
  };
}

export function makeConfiguration(world: World, wanted: Wanted, isDefault: boolean): PortalConfiguration {
  const now = world.clock.now();
  const nothing: Features = {
    customer_update: { allowed_updates: [], enabled: false },
    invoice_history: { enabled: false },
    payment_method_update: { enabled: false, payment_method_configuration: null },
    subscription_cancel: {
      cancellation_reason: { enabled: false, feedback_options: null, options: [] },
      enabled: false,
      mode: "at_period_end",
      proration_behavior: "none",
    },
    subscription_pause: { duration: { interval_options: [], type: "indefinite" }, enabled: false },
    subscription_update: {
      billing_cycle_anchor: null,
      default_allowed_updates: [],
      enabled: false,
      proration_behavior: "none",
      schedule_at_period_end: { conditions: [] },
      trial_update_behavior: "end_trial",
    },
  };
  return create(
    world,
    "portalConfiguration",
    {
      id: newId("bpc"),
      object: "billing_portal.configuration",
      active: true,
      application: null,
      business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
      created: now,
      default_return_url: null,
      features: mergeFeatures(nothing, wanted),
      is_default: isDefault,
      livemode: false,
      login_page: { enabled: false, url: null },
      metadata: {},
      name: null,
      updated: now,
    },
    "billing_portal.configuration.created",
  );
}

export function defaultConfiguration(world: World): PortalConfiguration {
  const known = world.store.all("portalConfiguration").find((made) => made.is_default);
  const everything = {
    customer_update: { enabled: true, allowed_updates: ["email" as const, "name" as const] },
    invoice_history: { enabled: true },
    payment_method_update: { enabled: true },
    subscription_cancel: { enabled: true, mode: "at_period_end" as const },
  };
  return known ?? makeConfiguration(world, everything, true);
}
