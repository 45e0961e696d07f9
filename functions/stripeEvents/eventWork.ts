import type Stripe from "stripe";
import { checkoutCompleted } from "./checkoutCompleted.ts";
import { checkoutEnded } from "./checkoutEnded.ts";
import { customerDeleted, customerUpdated } from "./customerChanged.ts";
import { fraudWarned } from "./fraudWarned.ts";
import { invoicePaid } from "./invoicePaid.ts";
import { invoiceUnpaid } from "./invoiceUnpaid.ts";
import { disputeChanged, refundChanged } from "./paymentChanged.ts";
import { subscriptionChanged } from "./subscriptionChanged.ts";
import type { EventWork } from "./work.ts";

export function eventWork(event: Stripe.Event, now: Date, isFirst: boolean): Promise<EventWork> | EventWork {
  switch (event.type) {
    case "checkout.session.completed":
    case "checkout.session.async_payment_succeeded":
      return checkoutCompleted(event.data.object.id, now, isFirst);
    case "checkout.session.async_payment_failed":
    case "checkout.session.expired":
      return checkoutEnded(event.data.object.id, now);
    case "customer.subscription.created":
    case "customer.subscription.updated":
    case "customer.subscription.deleted":
      return subscriptionChanged(event, now);
    case "customer.deleted":
      return customerDeleted(event, now);
    case "customer.updated":
      return customerUpdated(event);
    case "invoice.paid":
      return invoicePaid(event.data.object.id ?? "", now);
    case "invoice.payment_failed":
    case "invoice.payment_action_required":
      return invoiceUnpaid(event, now);
    case "refund.created":
    case "refund.updated":
    case "refund.failed":
      return refundChanged(event, now);
    case "charge.dispute.created":
    case "charge.dispute.updated":
    case "charge.dispute.closed":
      return disputeChanged(event, now);
    case "radar.early_fraud_warning.created":
      return fraudWarned(event);
    case "account.updated":
      return { payouts: [{ kind: "account", accountId: event.data.object.id }] };
    // The event's object is the application that lost access. Only the event itself names the account.
    case "account.application.deauthorized":
      return event.account
        ? { payouts: [{ kind: "account", accountId: event.account }] }
        : { ignored: "names no account" };
    case "transfer.reversed":
      return { payouts: [{ kind: "reversal", transferId: event.data.object.id }] };
    default:
      return { ignored: "no work for this type" };
  }
}
