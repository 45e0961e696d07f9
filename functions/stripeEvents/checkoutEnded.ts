import type Stripe from "stripe";
import type { Mail } from "#shared/mail/mail.ts";
import { inMoney, onDayOf } from "#shared/words.ts";
import { productOfSession, unitBack } from "../checkout/index.ts";
import { hasBegun, openRights } from "../grants/index.ts";
import { idOf, openSubscription } from "../payments/index.ts";
import { stripe } from "../platform/stripe.ts";
import { endAs } from "../subscriptions/index.ts";
import type { EventWork } from "./work.ts";

/**
 * checkout.session.expired and .async_payment_failed: the page can no longer be paid. Releases the held unit, or ends
 * the unpaid subscription. Mails the customer about a failed payment, because the bank may refuse it days after the
 * checkout. Reads the session before the customer's rights, because an expired or failed session stays that way.
 */
export async function checkoutEnded(sessionId: string, now: Date): Promise<EventWork> {
  const session = await (await stripe()).checkout.sessions.retrieve(sessionId);
  const failed = session.status === "complete" && session.payment_status === "unpaid";
  if (failed && session.mode === "subscription") return firstPaymentFailed(session);
  const { userId, reservation } = session.metadata ?? {};
  const mails = failed && userId ? [refusedMail(session, userId)] : [];
  if (!userId || !reservation) return mails.length > 0 ? { mails } : { ignored: "the session held no unit" };
  if (session.status !== "expired" && !failed) return { ignored: "not ended" };
  const { reading } = await openRights(userId);
  return { reading, writes: await unitBack(userId, session, now), mails };
}

/** Ends the subscription. Otherwise Stripe might collect its first invoice, and the customer could not cancel it. */
async function firstPaymentFailed(session: Stripe.Checkout.Session): Promise<EventWork> {
  const id = idOf(session.subscription);
  const opened = id === null ? undefined : await openSubscription(id);
  if (id === null || !opened) return { ignored: "not one of our subscriptions" };
  if (hasBegun(opened.own.facts)) return { ignored: "paid by now" };
  await endAs(id, "unpaid");
  return { mails: [refusedMail(session, opened.own.userId)] };
}

function refusedMail(session: Stripe.Checkout.Session, userId: string): Mail {
  const product = productOfSession(session);
  return {
    id: `payment-refused:${session.id}`,
    to: { userId },
    template: "paymentRefused",
    data: {
      product: product.name,
      amount: inMoney(session.amount_total ?? 0, session.currency ?? product.currency),
      orderedOn: onDayOf(session.created),
    },
  };
}
