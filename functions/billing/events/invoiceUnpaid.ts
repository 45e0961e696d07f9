import type Stripe from "stripe";
import { stripe } from "../../platform/stripe.ts";
import { endDuplicate } from "../endDuplicate.ts";
import { followSubscription } from "../followSubscription.ts";
import { fetchSubscription, idOf } from "../stripeFacts.ts";
import { inMoney, productName } from "../words.ts";
import type { EventWork } from "./work.ts";

/**
 * invoice.payment_failed and .payment_action_required. The first invoice's failure is seen by whoever stands
 * at the checkout; a renewal's is mailed, once for each try.
 */
export async function invoiceUnpaid(
  event: Stripe.InvoicePaymentFailedEvent | Stripe.InvoicePaymentActionRequiredEvent,
  now: Date,
): Promise<EventWork> {
  const invoice = await (await stripe()).invoices.retrieve(event.data.object.id ?? "");
  const subscriptionId = idOf(invoice.parent?.subscription_details?.subscription);
  const own = subscriptionId === null ? undefined : await fetchSubscription(subscriptionId);
  if (!own) return { ignored: "not an invoice of our subscriptions" };
  const followed = await followSubscription(own, now);
  if (followed.kind === "duplicate") return endDuplicate(followed, now);
  const { decision } = followed;
  const isOwed = invoice.status === "open" && invoice.billing_reason !== "subscription_create";
  return {
    writes: decision?.writes ?? [],
    mails: !isOwed
      ? []
      : [
          {
            id: `payment-failed:${invoice.id}:${invoice.attempt_count}`,
            to: { userId: own.userId },
            template: "paymentFailed",
            data: {
              amount: inMoney(invoice.amount_remaining, invoice.currency),
              product: productName("monthly"),
            },
          },
        ],
  };
}
