import { OWN_EVENTS } from "#shared/stripeEvents/webhookEvents.ts";

/**
 * What the product handles, by where it happens: an endpoint at Stripe receives the events of our own account or of
 * the connected ones, which are affiliates', and never both.
 */
export const WEBHOOKS = {
  own: {
    connect: false,
    /** The field of Stripe's secret that has the endpoint's signing secrets, the newest first. */
    secrets: "webhookSecrets",
    events: OWN_EVENTS,
  },
  connected: {
    connect: true,
    secrets: "connectWebhookSecrets",
    events: ["account.updated", "account.application.deauthorized"],
  },
} as const;

export type Whose = keyof typeof WEBHOOKS;
