import { stripe } from "../platform/stripe.ts";
import { cancelDuplicate } from "./collection/steer.ts";
import type { Stored } from "./events/work.ts";
import type { Followed } from "./followSubscription.ts";
import { decideSubscription } from "./grantWrites.ts";
import { fetchPayment } from "./paymentFacts.ts";
import { fetchSubscription, idOf, type OwnSubscription } from "./stripeFacts.ts";

/**
 * A second subscription that came about all the same (two windows, paid at once): it is ended at once, its
 * payment given back, and the operator told. The first one stays as it is. A disputed payment is given back once the
 * dispute is won: the event of that leads here again.
 */
export async function endDuplicate({ own, rights }: Followed, now: Date): Promise<Stored> {
  const { userId, facts, reading } = own;
  const id = facts.subscription_id;
  const isOver =
    facts.subscription_status === "canceled" || facts.subscription_status === "incomplete_expired";
  if (!isOver) await cancelDuplicate(id);
  const isDisputed = facts.latest_invoice_id !== null && (await giveBack(own, facts.latest_invoice_id));
  const ended = await fetchSubscription(reading, id);
  const decision = ended && decideSubscription(ended, rights, now);
  return {
    reading,
    // A duplicate that was never granted needs no grant now.
    writes: decision && !decision.isNew ? decision.writes : [],
    mails: [
      {
        id: `duplicate:${id}`,
        to: "operator",
        template: "needsAttention",
        data: {
          what: "A second subscription was ended",
          details: `User ${userId} paid for a second subscription (${id}). It was ${
            isDisputed
              ? "canceled. Its payment is disputed and cannot be refunded before the bank decides: if you win, it is refunded then"
              : "canceled and refunded"
          }. The first one continues.`,
        },
      },
    ],
  };
}

/**
 * Refunds the payment. Stripe forgets an idempotency key after a day, so the payment itself is asked first.
 * @returns whether the payer's bank took the money back itself: Stripe refuses to refund a disputed payment
 */
async function giveBack({ reading, facts }: OwnSubscription, invoiceId: string): Promise<boolean> {
  const client = await stripe();
  const { data } = await client.invoicePayments.list({ invoice: invoiceId, status: "paid", limit: 1 });
  const paymentIntent = idOf(data[0]?.payment.payment_intent);
  const payment = paymentIntent === null ? undefined : await fetchPayment(reading, paymentIntent);
  if (!payment || payment.trouble.refunded) return false;
  if (payment.trouble.dispute !== null) return true;
  await client.refunds.create(
    { payment_intent: payment.trouble.paymentIntentId, metadata: { reason: "duplicate subscription" } },
    { idempotencyKey: `duplicate-${facts.subscription_id}` },
  );
  return false;
}
