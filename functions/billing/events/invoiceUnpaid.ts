import type Stripe from "stripe";
import { CATALOG } from "#shared/billing/catalog.ts";
import { SUBSCRIPTION_GIVES } from "#shared/billing/states.ts";
import { SECOND } from "#shared/instant.ts";
import { PAST_DUE_GRACE } from "#shared/licenses/standing.ts";
import type { Mail } from "#shared/mail/mail.ts";
import { inMoney, onDayOf } from "#shared/words.ts";
import { endDuplicate } from "../endDuplicate.ts";
import { followSubscription } from "../followSubscription.ts";
import type { SubscriptionFacts } from "../grants/rules.ts";
import { openInvoice } from "./openInvoice.ts";
import type { EventWork } from "./work.ts";

/**
 * invoice.payment_failed and .payment_action_required. The customer sees the first invoice's failure at the checkout;
 * a renewal's is mailed, once for each try.
 */
export async function invoiceUnpaid(
  event: Stripe.InvoicePaymentFailedEvent | Stripe.InvoicePaymentActionRequiredEvent,
  now: Date,
): Promise<EventWork> {
  const opened = await openInvoice(event.data.object.id ?? "");
  if (!opened) return { ignored: "not an invoice of our subscriptions" };
  const { invoice, own } = opened;
  const followed = await followSubscription(opened, now);
  if (followed.kind === "duplicate") return endDuplicate(followed, now);
  const { decision } = followed;
  const isOwed = invoice.status === "open" && invoice.billing_reason !== "subscription_create";
  const consequence = isOwed ? whatFollows(own.facts, now) : undefined;
  return {
    reading: own.reading,
    writes: decision?.writes ?? [],
    mails: consequence === undefined ? [] : [failureMail(invoice, own.userId, consequence)],
  };
}

/** @returns undefined where no payment would help: what is over has its own mail */
function whatFollows(
  { subscription_status, past_due_since }: SubscriptionFacts,
  now: Date,
): string | undefined {
  const gives = SUBSCRIPTION_GIVES[subscription_status];
  if (gives !== "grace" && gives !== "suspended") return undefined;
  const until = past_due_since === null ? null : past_due_since + PAST_DUE_GRACE / SECOND;
  return until !== null && now.getTime() < until * SECOND
    ? `Nothing is lost: the application keeps working until ${onDayOf(until)}.`
    : "The application has stopped until it is paid; your license key and your computer are kept.";
}

function failureMail(invoice: Stripe.Invoice, userId: string, consequence: string): Mail {
  return {
    id: `payment-failed:${invoice.id}:${invoice.attempt_count}`,
    to: { userId },
    template: "paymentFailed",
    data: {
      amount: inMoney(invoice.amount_remaining, invoice.currency),
      product: CATALOG.monthly.name,
      consequence,
    },
  };
}
