import type Stripe from "stripe";
import { SUBSCRIPTION_GIVES } from "#shared/grants/states.ts";
import { SECOND } from "#shared/instant.ts";
import { PAST_DUE_GRACE } from "#shared/licenses/standing.ts";
import type { Mail } from "#shared/mail/mail.ts";
import { renews } from "#shared/subscriptions/subscription.ts";
import { atTimeOf, inMoney, onDayOf } from "#shared/words.ts";
import type { SubscriptionFacts } from "../grants/index.ts";
import { idOf, type OwnSubscription, openInvoice, productOf } from "../payments/index.ts";
import { askStripe } from "../platform/askStripe.ts";
import type { Reading } from "../platform/reading.ts";
import { followSubscription, totalDue } from "../subscriptions/index.ts";
import { endDuplicate } from "./endDuplicate.ts";
import type { EventWork } from "./work.ts";

/**
 * invoice.payment_failed and .payment_action_required. The checkout shows a first invoice's failure. For another
 * invoice, a mail says that the payment was declined or needs a confirmation. The mail is repeated once the application
 * has stopped, but not for each of Stripe's retries.
 */
export async function invoiceUnpaid(
  event: Stripe.InvoicePaymentFailedEvent | Stripe.InvoicePaymentActionRequiredEvent,
  now: Date,
): Promise<EventWork> {
  const opened = await openInvoice(event.data.object.id ?? "");
  if (!opened) return { ignored: "not an invoice of our subscriptions" };
  const { invoice, own } = opened;
  const followed = await followSubscription(opened, now);
  if (followed.kind === "duplicate") return (await endDuplicate(followed, now)).effect;
  const { decision } = followed;
  const isOwed = invoice.status === "open" && invoice.billing_reason !== "subscription_create";
  const consequence = isOwed ? whatFollows(own.facts, now) : undefined;
  const { customer_id, subscription_id } = own.facts;
  const total = consequence === undefined ? 0 : await totalDue(customer_id, subscription_id);
  return {
    reading: own.reading,
    writes: decision?.writes ?? [],
    mails: consequence === undefined ? [] : [await failureMail(invoice, own, consequence, total)],
  };
}

type Consequence = { stage: "grace" | "stopped"; sentence: string };

/** @returns undefined if no payment would help: an ended subscription has its own mail */
function whatFollows(facts: SubscriptionFacts, now: Date): Consequence | undefined {
  const { subscription_status, past_due_since, current_period_end } = facts;
  const gives = SUBSCRIPTION_GIVES[subscription_status];
  if (gives !== "grace" && gives !== "suspended") return undefined;
  const until = past_due_since === null ? null : past_due_since + PAST_DUE_GRACE / SECOND;
  return until !== null && now.getTime() < until * SECOND
    ? { stage: "grace", sentence: `The application keeps working until ${atTimeOf(until)}.` }
    : {
        stage: "stopped",
        sentence: `The application has stopped. Once you have paid everything that is due, it works again with the same license key on the same computer.${
          renews(facts) ? ` The next payment is then due on ${atTimeOf(current_period_end)}.` : ""
        }`,
      };
}

async function failureMail(
  invoice: Stripe.Invoice,
  { reading, userId }: OwnSubscription,
  { stage, sentence }: Consequence,
  total: number,
): Promise<Mail> {
  // Stripe sends both events when a bank requires confirmation. The payment's status tells them apart.
  const asks = await isToBeConfirmed(reading, invoice);
  const tryAt = invoice.next_payment_attempt;
  return {
    id: `payment-failed:${invoice.id}:${asks ? "confirm" : "declined"}:${stage}`,
    to: { userId },
    template: asks ? "paymentToConfirm" : "paymentFailed",
    data: {
      amount: inMoney(invoice.amount_remaining, invoice.currency),
      product: productOf(invoice).name,
      dueSince: onDayOf(invoice.created),
      nextTry: asks || !tryAt ? "" : atTimeOf(tryAt),
      consequence:
        total > invoice.amount_remaining
          ? `In total, ${inMoney(total, invoice.currency)} is due. ${sentence}`
          : sentence,
      invoiceUrl: invoice.hosted_invoice_url ?? "",
    },
  };
}

async function isToBeConfirmed(reading: Reading, { payments }: Stripe.Invoice): Promise<boolean> {
  const open = payments?.data.find(({ status }) => status === "open");
  const id = idOf(open?.payment.payment_intent);
  if (id === null) return false;
  return (await (await askStripe(reading)).paymentIntents.retrieve(id)).status === "requires_action";
}
