import { OWN_EVENTS } from "#shared/stripeEvents/webhookEvents.ts";

/**
 * Handled events by origin: a Stripe endpoint receives events of our own account or of connected accounts (affiliates),
 * never both.
 */
export const WEBHOOKS = {
  own: {
    connect: false,
    /** The field of Stripe's secret with the endpoint's signing secrets, newest first. */
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
