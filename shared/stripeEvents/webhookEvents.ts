/**
 * Event types of our own account that the product handles. Stripe's endpoint subscribes to them, and reconciliation
 * looks for those whose webhook never arrived.
 */
export const OWN_EVENTS = [
  "checkout.session.completed",
  "checkout.session.async_payment_succeeded",
  "checkout.session.async_payment_failed",
  "checkout.session.expired",
  "customer.subscription.created",
  "customer.subscription.updated",
  "customer.subscription.deleted",
  "customer.deleted",
  "customer.updated",
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
] as const;
