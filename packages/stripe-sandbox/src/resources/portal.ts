import type Stripe from "stripe";
import { change, create, mergeMetadata } from "../core/change.ts";
import { invalidParameter, invalidRequest } from "../core/errors.ts";
import { newId, randomText } from "../core/ids.ts";
import { need } from "../core/need.ts";
import type { PortalSession } from "../core/wire.ts";
import type { World } from "../core/world.ts";
import { page } from "../http/lists.ts";
import { operation } from "../http/operation.ts";
import {
  clearable,
  flag,
  metadata,
  oneOf,
  type Parsed,
  paging,
  required,
  shape,
  text,
  webAddress,
} from "../http/params.ts";
import { defaultConfiguration, mergeFeatures, portalFeatures } from "./portalFeatures.ts";

const profile = shape({
  headline: clearable(text),
  privacy_policy_url: webAddress,
  terms_of_service_url: webAddress,
});

const flowData = shape({
  type: required(oneOf("payment_method_update", "subscription_cancel")),
  after_completion: shape({
    type: required(oneOf("hosted_confirmation", "portal_homepage", "redirect")),
    hosted_confirmation: shape({ custom_message: text }),
    redirect: shape({ return_url: required(webAddress) }),
  }),
  subscription_cancel: shape({ subscription: required(text) }),
});

export const portal = [
  operation<Stripe.BillingPortal.ConfigurationUpdateParams>()(
    "billingPortal.configurations.update",
    "POST /v1/billing_portal/configurations/:id",
    {
      active: flag,
      business_profile: profile,
      default_return_url: clearable(webAddress),
      features: portalFeatures,
      metadata,
      name: clearable(text),
    },
    ({ world, params, id }) => {
      const before = need(world, "portalConfiguration", id);
      const { metadata: sent, features: wanted, business_profile, ...rest } = params;
      return change(
        world,
        "portalConfiguration",
        before,
        {
          ...rest,
          business_profile: { ...before.business_profile, ...business_profile },
          features: wanted ? mergeFeatures(before.features, wanted) : before.features,
          metadata: mergeMetadata(before.metadata, sent),
          updated: world.clock.now(),
        },
        "billing_portal.configuration.updated",
      );
    },
  ),
  operation<Stripe.BillingPortal.ConfigurationListParams>()(
    "billingPortal.configurations.list",
    "GET /v1/billing_portal/configurations",
    { ...paging, active: flag, is_default: flag },
    ({ world, params }) => {
      const found = world.store
        .all("portalConfiguration")
        .filter(
          (made) =>
            (params.active === undefined || made.active === params.active) &&
            (params.is_default === undefined || made.is_default === params.is_default),
        );
      return page(found, params, "/v1/billing_portal/configurations");
    },
  ),
  operation<Stripe.BillingPortal.SessionCreateParams>()(
    "billingPortal.sessions.create",
    "POST /v1/billing_portal/sessions",
    {
      configuration: text,
      customer: required(text),
      flow_data: flowData,
      locale: text,
      return_url: webAddress,
    },
    ({ world, params }) => {
      need(world, "customer", params.customer, "customer");
      const configuration =
        params.configuration === undefined
          ? defaultConfiguration(world)
          : need(world, "portalConfiguration", params.configuration, "configuration");
      const flow = params.flow_data ? flowFrom(world, params.customer, params.flow_data) : null;
      const session = create(
        world,
        "portalSession",
        {
          id: newId("bps"),
          object: "billing_portal.session",
          configuration: configuration.id,
          created: world.clock.now(),
          customer: params.customer,
          customer_account: null,
          flow,
          livemode: false,
          locale: params.locale ?? null,
          on_behalf_of: null,
          return_url: params.return_url ?? configuration.default_return_url,
          url: `${world.url}/p/session/${randomText(40)}`,
        },
        "billing_portal.session.created",
      );
      return session;
    },
  ),
];

function flowFrom(
  world: World,
  customer: string,
  sent: NonNullable<Parsed<{ flow: typeof flowData }>["flow"]>,
): PortalSession["flow"] {
  const target = sent.subscription_cancel?.subscription;
  if (sent.type === "subscription_cancel") {
    if (target === undefined) {
      const param = "flow_data[subscription_cancel]";
      throw invalidParameter(`Missing required param: ${param}.`, { code: "parameter_missing", param });
    }
    const subscription = need(world, "subscription", target, "flow_data[subscription_cancel][subscription]");
    if (subscription.customer !== customer) {
      throw invalidRequest("The subscription does not belong to the customer.", {
        param: "flow_data[subscription_cancel][subscription]",
      });
    }
  }
  const after = sent.after_completion;
  return {
    after_completion: {
      hosted_confirmation: after?.hosted_confirmation
        ? { custom_message: after.hosted_confirmation.custom_message ?? null }
        : null,
      redirect: after?.redirect ?? null,
      type: after?.type ?? "portal_homepage",
    },
    customer_update: null,
    subscription_cancel:
      sent.type === "subscription_cancel" && target !== undefined
        ? { retention: null, subscription: target }
        : null,
    subscription_pause: null,
    subscription_update: null,
    subscription_update_confirm: null,
    type: sent.type,
  };
}
