import type Stripe from "stripe";
import { CAPABILITIES, type Capability, completeOnboarding, makeAccount } from "../connect/accounts.ts";
import { canBePaid } from "../connect/regions.ts";
import { mergeMetadata } from "../core/change.ts";
import { invalidRequest } from "../core/errors.ts";
import { randomText } from "../core/ids.ts";
import { need } from "../core/need.ts";
import type { Wire } from "../core/wire.ts";
import type { World } from "../core/world.ts";
import { page } from "../http/lists.ts";
import { operation } from "../http/operation.ts";
import {
  address,
  email,
  flag,
  integer,
  metadata,
  oneOf,
  paging,
  range,
  required,
  shape,
  text,
  webAddress,
} from "../http/params.ts";

const requested = shape({ requested: flag });
const common = {
  business_profile: shape({
    name: text,
    url: text,
    mcc: text,
    product_description: text,
    support_email: text,
  }),
  business_type: oneOf("company", "government_entity", "individual", "non_profit"),
  capabilities: shape({ card_payments: requested, transfers: requested }),
  email,
  individual: shape({
    address,
    dob: shape({ day: required(integer), month: required(integer), year: required(integer) }),
    email,
    first_name: text,
    last_name: text,
    phone: text,
    ssn_last_4: text,
  }),
  metadata,
  external_account: text,
  settings: shape({
    payouts: shape({ schedule: shape({ interval: oneOf("daily", "manual", "monthly", "weekly") }) }),
  }),
  tos_acceptance: shape({ date: integer, ip: text }),
};

export const accounts = [
  operation<Stripe.AccountCreateParams>()(
    "accounts.create",
    "POST /v1/accounts",
    {
      ...common,
      controller: shape({
        fees: shape({ payer: oneOf("account", "application") }),
        losses: shape({ payments: oneOf("application", "stripe") }),
        requirement_collection: oneOf("application", "stripe"),
        stripe_dashboard: shape({ type: oneOf("express", "full", "none") }),
      }),
      country: text,
      default_currency: text,
      type: oneOf("custom", "express", "standard"),
    },
    ({ world, params }) => {
      if (params.type !== undefined && params.controller !== undefined) {
        throw invalidRequest("You may only specify one of these parameters: type, controller.", {
          param: "type",
        });
      }
      const country = params.country?.toUpperCase() ?? "US";
      if (!canBePaid(country))
        throw invalidRequest(`Your platform cannot create accounts in ${country}.`, { param: "country" });
      const made = makeAccount(world, {
        type: params.type ?? typeOf(params.controller?.stripe_dashboard?.type),
        country,
        email: params.email ?? null,
        businessType: params.business_type ?? null,
        requested: asked(params.capabilities),
        metadata: mergeMetadata({}, params.metadata),
        url: params.business_profile?.url ?? null,
        name: params.business_profile?.name ?? null,
      });
      return isOnboardedByApi(params) ? completeOnboarding(world, made) : made;
    },
  ),
  operation<Stripe.AccountRetrieveParams>()(
    "accounts.retrieve",
    "GET /v1/accounts/:id",
    {},
    ({ world, id }) => need(world, "account", id),
  ),
  operation<Stripe.AccountDeleteParams>()("accounts.del", "DELETE /v1/accounts/:id", {}, ({ world, id }) => {
    need(world, "account", id);
    if (id === world.ownAccount().id)
      throw invalidRequest("You cannot delete your own account through the API.");
    world.store.remove("account", id);
    world.emit("account.application.deauthorized", application(world), undefined, id);
    return { id, object: "account", deleted: true };
  }),
  operation<Stripe.AccountListParams>()(
    "accounts.list",
    "GET /v1/accounts",
    { ...paging, created: range },
    ({ world, params }) => {
      const own = world.ownAccount().id;
      return page(
        world.store.all("account").filter((account) => account.id !== own),
        params,
        "/v1/accounts",
      );
    },
  ),
  operation<Stripe.AccountLinkCreateParams>()(
    "accountLinks.create",
    "POST /v1/account_links",
    {
      account: required(text),
      collection_options: shape({
        fields: oneOf("currently_due", "eventually_due"),
        future_requirements: oneOf("include", "omit"),
      }),
      refresh_url: required(webAddress),
      return_url: required(webAddress),
      type: required(oneOf("account_onboarding", "account_update")),
    },
    ({ world, params }) => accountLink(world, params),
  ),
];

const LINK_SECONDS = 5 * 60;

function accountLink(
  world: World,
  sent: { account: string; refresh_url: string; return_url: string },
): Wire<Stripe.AccountLink> {
  const account = need(world, "account", sent.account, "account");
  const now = world.clock.now();
  const link = world.store.put("link", {
    id: randomText(12),
    account: account.id,
    returnUrl: sent.return_url,
    refreshUrl: sent.refresh_url,
    expiresAt: now + LINK_SECONDS,
    usedAt: null,
  });
  return {
    object: "account_link",
    created: now,
    expires_at: link.expiresAt,
    url: `${world.url}/setup/e/${account.id}/${link.id}`,
  };
}

/**
 * Whether the request already has everything that onboarding needs. Only a platform that collects the requirements can
 * send them. Otherwise the account's owner enters them on the onboarding page.
 */
function isOnboardedByApi(sent: {
  controller?: { requirement_collection?: string } | undefined;
  external_account?: string | undefined;
  individual?: { dob?: object; first_name?: string; last_name?: string } | undefined;
  tos_acceptance?: { date?: number; ip?: string } | undefined;
}): boolean {
  const { controller, external_account, individual, tos_acceptance } = sent;
  return (
    controller?.requirement_collection === "application" &&
    external_account !== undefined &&
    individual?.dob !== undefined &&
    individual.first_name !== undefined &&
    individual.last_name !== undefined &&
    tos_acceptance?.date !== undefined &&
    tos_acceptance.ip !== undefined
  );
}

/** The platform as connected accounts see it. */
function application(world: World): { id: string; object: "application"; name: string | null } {
  const { id, settings } = world.ownAccount();
  return {
    id: id.replace("acct_", "ca_"),
    object: "application",
    name: settings?.dashboard.display_name ?? null,
  };
}

function asked(sent: { [K in Capability]?: { requested?: boolean } } | undefined): Capability[] {
  return CAPABILITIES.filter((name) => sent?.[name]?.requested === true);
}

function typeOf(dashboard: "express" | "full" | "none" | undefined): "express" | "custom" | "standard" {
  if (dashboard === "none") return "custom";
  return dashboard === "express" ? "express" : "standard";
}
