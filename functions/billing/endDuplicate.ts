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
  const payment =
    facts.latest_invoice_id === null ? "refunded" : await giveBack(own, facts.latest_invoice_id);
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
          details: `User ${userId} paid for a second subscription (${id}). It was ${ENDED[payment]}. The first one continues.`,
        },
      },
    ],
  };
}

/** What became of the payment: Stripe refuses to refund a disputed one, and a lost one is with the payer already. */
type GivenBack = "refunded" | "open" | "lost";
const ENDED: Readonly<Record<GivenBack, string>> = {
  refunded: "canceled and refunded",
  open: "canceled. Its payment is disputed and cannot be refunded before the bank decides: if you win, it is refunded then",
  lost: "canceled. The bank returned its payment after a dispute",
};

/** Refunds the payment. Stripe forgets an idempotency key after a day, so the payment itself is asked first. */
async function giveBack({ reading, facts }: OwnSubscription, invoiceId: string): Promise<GivenBack> {
  const client = await stripe();
  const { data } = await client.invoicePayments.list({ invoice: invoiceId, status: "paid", limit: 1 });
  const paymentIntent = idOf(data[0]?.payment.payment_intent);
  const payment = paymentIntent === null ? undefined : await fetchPayment(reading, paymentIntent);
  if (!payment || payment.trouble.refunded) return "refunded";
  if (payment.trouble.dispute !== null) return payment.trouble.dispute;
  await client.refunds.create(
    { payment_intent: payment.trouble.paymentIntentId, metadata: { reason: "duplicate subscription" } },
    { idempotencyKey: `duplicate-${facts.subscription_id}` },
  );
  return "refunded";
}
