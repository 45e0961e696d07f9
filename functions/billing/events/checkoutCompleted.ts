import type Stripe from "stripe";
import { CATALOGUE } from "#shared/billing/catalogue.ts";
import type { Grant } from "#shared/billing/grant.ts";
import type { Mail } from "#shared/mail/mail.ts";
import type { Write } from "../../platform/dynamo.ts";
import { log } from "../../platform/log.ts";
import { stripe } from "../../platform/stripe.ts";
import { decideLifetimeFromNow } from "../decideFromNow.ts";
import { endDuplicate } from "../endDuplicate.ts";
import { followSubscription } from "../followSubscription.ts";
import type { Decision } from "../grantWrites.ts";
import { fetchPayment } from "../paymentFacts.ts";
import { recordPaid } from "../payments/table.ts";
import { ongoingSubscriptions, ownsLifetime } from "../rules.ts";
import { setCancelAtPeriodEnd } from "../setCancelAtPeriodEnd.ts";
import { fetchSubscription, idOf } from "../stripeFacts.ts";
import { readRights } from "../table.ts";
import { unitFor } from "../unitFor.ts";
import { productName } from "../words.ts";
import { paidLifetime } from "./paidFacts.ts";
import { refusePurchase } from "./refusePurchase.ts";
import { recordCheckout } from "./table.ts";
import type { EventWork } from "./work.ts";

/**
 * checkout.session.completed and .async_payment_succeeded: somebody came back from Stripe's page, or their
 * slow payment arrived. What counts is what the session says now.
 * @param isFirst the first attempt of this delivery, which takes it that the unit is still held
 */
export async function checkoutCompleted(sessionId: string, now: Date, isFirst: boolean): Promise<EventWork> {
  const session = await (await stripe()).checkout.sessions.retrieve(sessionId);
  if (session.status !== "complete") return { ignored: "not completed" };
  return session.mode === "subscription" ? subscribed(session, now) : boughtLifetime(session, now, isFirst);
}

async function subscribed(session: Stripe.Checkout.Session, now: Date): Promise<EventWork> {
  const id = idOf(session.subscription);
  const own = id === null ? undefined : await fetchSubscription(id);
  if (!own) return { ignored: "not one of our subscriptions" };
  const followed = await followSubscription(own, now);
  if (followed.kind === "duplicate") return endDuplicate(followed, now);
  return followed.decision ? sold(session, "subscription", followed.decision, now) : { writes: [] };
}

async function boughtLifetime(
  session: Stripe.Checkout.Session,
  now: Date,
  isFirst: boolean,
): Promise<EventWork> {
  const paymentId = idOf(session.payment_intent);
  if (session.metadata?.product !== CATALOGUE.lifetime.id || paymentId === null)
    return { ignored: "not one of our checkout sessions" };
  const payment = await fetchPayment(paymentId);
  if (!payment) return { ignored: "nobody's payment" };
  if (!payment.succeeded) return { writes: [] };
  const rights = await readRights(payment.userId);
  const { grants } = rights;
  const decision = await decideLifetimeFromNow(payment, rights, now);
  const paid = recordPaid(paidLifetime(session, payment));
  if (!decision.isNew) return sold(session, "payment", decision, now, [paid]);
  const { reservation } = session.metadata;
  if (payment.trouble.refunded) return refusePurchase(session, payment, "refunded", now);
  if (ownsLifetime(grants)) return refusePurchase(session, payment, "owned already", now);
  const unit = await unitFor(payment.userId, reservation, paymentId, isFirst);
  if (unit === "none left") {
    log.warn("offer.oversellRefused", { session: session.id });
    return refusePurchase(session, payment, "sold out", now);
  }
  await endSubscriptions(grants);
  return sold(session, "payment", { ...decision, writes: [...decision.writes, ...unit] }, now, [paid]);
}

function sold(
  session: Stripe.Checkout.Session,
  mode: "payment" | "subscription",
  { grant, writes }: Decision,
  now: Date,
  facts: Write[] = [],
): EventWork {
  const { userId, licenseKey } = grant;
  const effect = recordCheckout({ sessionId: session.id, userId, mode, licenseKey, at: now.toISOString() });
  return { writes, mails: [keyMail(grant, mode)], records: [effect, ...facts] };
}

function keyMail(grant: Grant, mode: "payment" | "subscription"): Mail {
  return {
    id: `license-key:${grant.id}`,
    to: { userId: grant.userId },
    template: "licenseKey",
    data: {
      product: productName(mode === "payment" ? "lifetime" : "monthly"),
      licenseKey: grant.licenseKey,
    },
  };
}

/** Whoever owns a lifetime licence pays no further month. */
async function endSubscriptions(grants: Grant[]): Promise<void> {
  for (const subscription of ongoingSubscriptions(grants)) {
    if (subscription.cancel_at_period_end) continue;
    await setCancelAtPeriodEnd(subscription.subscription_id, true);
  }
}
