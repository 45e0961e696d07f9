import type { Clock } from "../core/clock.ts";
import type { StoredEvent } from "../core/hidden.ts";
import { newId } from "../core/ids.ts";
import type { Store } from "../core/store.ts";
import { API_VERSION } from "../core/version.ts";
import type { EventType, StripeObject, WebhookEndpoint } from "../core/wire.ts";

/** The current request, which events name as their cause. */
export type Cause = { id: string | null; idempotency_key: string | null };

type Parts = {
  store: Store;
  clock: Clock;
  cause(): Cause;
  ownAccount(): string;
  deliver(event: StoredEvent, endpoints: WebhookEndpoint[]): void;
};

export function makeEmit(parts: Parts) {
  return (type: EventType, object: StripeObject, previous?: Record<string, unknown>, of?: string): void => {
    const account = of ?? connectedAccount(object, parts.ownAccount());
    const endpoints = parts.store
      .all("webhookEndpoint")
      .filter((endpoint) => hears(endpoint, account) && wants(endpoint, type));
    const event = parts.store.put("event", {
      id: newId("evt"),
      object: "event",
      ...(account !== undefined && { account }),
      api_version: API_VERSION,
      created: parts.clock.now(),
      data: previous === undefined ? { object } : { object, previous_attributes: previous },
      livemode: false,
      pending_webhooks: endpoints.length,
      request: parts.cause(),
      type,
    });
    parts.deliver(event, endpoints);
  };
}

function connectedAccount({ id, object }: StripeObject, own: string): string | undefined {
  return object === "account" && id !== own ? id : undefined;
}

/** An endpoint receives either the platform's events or the connected accounts'. */
function hears(endpoint: WebhookEndpoint, account: string | undefined): boolean {
  return (endpoint.application !== null) === (account !== undefined);
}

function wants(endpoint: WebhookEndpoint, type: string): boolean {
  return (
    endpoint.status === "enabled" &&
    (endpoint.enabled_events.includes("*") || endpoint.enabled_events.includes(type))
  );
}
