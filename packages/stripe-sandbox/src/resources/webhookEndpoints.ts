import type Stripe from "stripe";
import { mergeMetadata } from "../core/change.ts";
import { invalidRequest } from "../core/errors.ts";
import { newId } from "../core/ids.ts";
import { need } from "../core/need.ts";
import type { World } from "../core/world.ts";
import { page } from "../http/lists.ts";
import { operation } from "../http/operation.ts";
import { clearable, flag, list, metadata, paging, required, text, webAddress } from "../http/params.ts";

/** Stripe's limit per account (docs /webhooks). */
const MAX_ENDPOINTS = 16;

const applicationOf = (world: World) => world.ownAccount().id.replace("acct_", "ca_");

export const webhookEndpoints = [
  operation<Stripe.WebhookEndpointCreateParams>()(
    "webhookEndpoints.create",
    "POST /v1/webhook_endpoints",
    {
      api_version: text,
      connect: flag,
      description: clearable(text),
      enabled_events: required(list(text)),
      metadata,
      url: required(webAddress),
    },
    ({ world, params }) => {
      if (world.store.count("webhookEndpoint") >= MAX_ENDPOINTS)
        throw invalidRequest(`You have reached the maximum of ${MAX_ENDPOINTS} webhook endpoints.`);
      const id = newId("we");
      const secret = newId("whsec", 32);
      const endpoint = world.store.put("webhookEndpoint", {
        id,
        object: "webhook_endpoint",
        // Null means the account's default version, which is the sandbox's version.
        api_version: params.api_version ?? null,
        // Marks an endpoint with `connect`, because Stripe's answers do not show `connect`.
        application: params.connect === true ? applicationOf(world) : null,
        created: world.clock.now(),
        description: params.description ?? null,
        enabled_events: params.enabled_events,
        livemode: false,
        metadata: mergeMetadata({}, params.metadata),
        status: "enabled",
        url: params.url,
      });
      world.store.put("secret", { id, secrets: [{ value: secret, until: null }] });
      // Only this answer shows the secret.
      return { ...endpoint, secret };
    },
  ),
  operation<Stripe.WebhookEndpointUpdateParams>()(
    "webhookEndpoints.update",
    "POST /v1/webhook_endpoints/:id",
    { description: clearable(text), disabled: flag, enabled_events: list(text), metadata, url: webAddress },
    ({ world, params, id }) => {
      const before = need(world, "webhookEndpoint", id);
      const { metadata: sent, disabled, ...rest } = params;
      return world.store.put("webhookEndpoint", {
        ...before,
        ...rest,
        ...(disabled !== undefined && { status: disabled ? "disabled" : "enabled" }),
        metadata: mergeMetadata(before.metadata, sent),
      });
    },
  ),
  operation<Stripe.WebhookEndpointDeleteParams>()(
    "webhookEndpoints.del",
    "DELETE /v1/webhook_endpoints/:id",
    {},
    ({ world, id }) => {
      need(world, "webhookEndpoint", id);
      world.store.remove("webhookEndpoint", id);
      world.store.remove("secret", id);
      return { id, object: "webhook_endpoint", deleted: true };
    },
  ),
  operation<Stripe.WebhookEndpointListParams>()(
    "webhookEndpoints.list",
    "GET /v1/webhook_endpoints",
    paging,
    ({ world, params }) => page(world.store.all("webhookEndpoint"), params, "/v1/webhook_endpoints"),
  ),
];
