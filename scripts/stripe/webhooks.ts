/**
 * What the product handles (domain rules, section 2), by where it happens: an endpoint at Stripe is told of our own
 * account or of the connected ones, which are affiliates', and never of both.
 */
export const WEBHOOKS = {
  own: {
    connect: false,
    /** The field of Stripe's secret that has the endpoint's signing secrets, the newest first. */
    secrets: "webhookSecrets",
    events: [
      "checkout.session.completed",
      "checkout.session.async_payment_succeeded",
      "checkout.session.async_payment_failed",
      "checkout.session.expired",
      "customer.subscription.created",
      "customer.subscription.updated",
      "customer.subscription.deleted",
      "invoice.paid",
      "invoice.payment_failed",
      "invoice.payment_action_required",
      "refund.created",
      "refund.updated",
      "refund.failed",
      "charge.dispute.created",
      "charge.dispute.updated",
      "charge.dispute.closed",
      "radar.early_fraud_warning.created",
      "transfer.reversed",
    ],
  },
  connected: { connect: true, secrets: "connectWebhookSecrets", events: ["account.updated"] },
} as const;

export type Whose = keyof typeof WEBHOOKS;
