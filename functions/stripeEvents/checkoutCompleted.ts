import type Stripe from "stripe";
import { CATALOG } from "#shared/catalog/catalog.ts";
import type { Grant } from "#shared/grants/grant.ts";
import { endCredited, isCreditOver, takenOver, unitFor } from "../checkout/index.ts";
import { ongoingSubscriptions, ownsLifetime, readRights } from "../grants/index.ts";
import {
  creditOfSession,
  fetchPayment,
  fetchPaymentOf,
  fetchSubscription,
  idOf,
  type Opened,
  type OwnPayment,
  type OwnSubscription,
  openFor,
  ownerOfPayment,
  ownerOfSubscription,
  paidLifetime,
  recordCheckout,
  recordPaid,
} from "../payments/index.ts";
import { retryOnConflict, type Write } from "../platform/dynamo.ts";
import { log } from "../platform/log.ts";
import type { Told } from "../platform/reading.ts";
import { stripe } from "../platform/stripe.ts";
import { decideLifetime, followSubscription, storeSubscription } from "../subscriptions/index.ts";
import { endDuplicate } from "./endDuplicate.ts";
import { keyMail } from "./keyMail.ts";
import { refusePurchase } from "./refusePurchase.ts";
import { carryOut, type EventWork } from "./work.ts";

/**
 * checkout.session.completed and .async_payment_succeeded: the customer completed Stripe's page, or their slow payment
 * arrived. Reads the session before the customer's rights, because its status is final and its payment is read again
 * later.
 * @param isFirst the first attempt, which assumes that the unit is still held
 */
export async function checkoutCompleted(sessionId: string, now: Date, isFirst: boolean): Promise<EventWork> {
  const { sessions } = (await stripe()).checkout;
  const session = await sessions.retrieve(sessionId, { expand: ["invoice"] });
  if (session.status !== "complete") return { ignored: "not completed" };
  return session.mode === "subscription" ? subscribed(session, now) : boughtLifetime(session, now, isFirst);
}

async function subscribed(session: Stripe.Checkout.Session, now: Date): Promise<EventWork> {
  const id = idOf(session.subscription);
  if (id === null) return { ignored: "not one of our subscriptions" };
  const userId = session.metadata?.userId ?? (await ownerOfSubscription(id));
  const opened = await openFor(userId, (reading) => fetchSubscription(reading, id));
  if (!opened) return { ignored: "not one of our subscriptions" };
  // Reads the payment's current refunds and disputes, even if their events are late.
  const { latest_invoice_id: invoice } = opened.own.facts;
  const paid = invoice === null ? undefined : await fetchPaymentOf(opened.own.reading, invoice);
  const followed = await followSubscription(opened, now, paid?.trouble);
  if (followed.kind === "duplicate") {
    const { effect } = await endDuplicate(followed, now);
    return { ...effect, records: [refusedAsDuplicate(session, followed, now)] };
  }
  const { own, decision } = followed;
  return decision ? sold(session, followed, decision, now) : { reading: own.reading, writes: [] };
}

function refusedAsDuplicate(
  { id }: Stripe.Checkout.Session,
  { own, rights }: Opened<OwnSubscription>,
  now: Date,
) {
  const effect = { sessionId: id, userId: own.userId, mode: "subscription", licenseKey: null } as const;
  const refusal = ownsLifetime(rights.grants) ? "owned already" : "subscribed already";
  return recordCheckout(own.reading, { ...effect, refusal, at: now.toISOString() });
}

async function boughtLifetime(
  session: Stripe.Checkout.Session,
  now: Date,
  isFirst: boolean,
): Promise<EventWork> {
  const paymentId = idOf(session.payment_intent);
  if (session.metadata?.product !== CATALOG.lifetime.id || paymentId === null)
    return { ignored: "not one of our checkout sessions" };
  const userId = session.metadata.userId ?? (await ownerOfPayment(paymentId));
  const opened = await openFor(userId, (reading) => fetchPayment(reading, paymentId));
  if (!opened) return { ignored: "not a payment of our customers" };
  const { own: payment, rights } = opened;
  const { reading } = payment;
  if (!payment.succeeded) return { reading, writes: [] };
  const { grants } = rights;
  const decision = decideLifetime(payment, rights, now, takenOver(session, grants));
  const paid = recordPaid(reading, paidLifetime(session, payment));
  if (!decision.isNew) {
    await endPaying(session, opened, now);
    return sold(session, opened, decision, now, [paid]);
  }
  const { reservation } = session.metadata;
  const { refunded, isGift } = payment.trouble;
  if (refunded && !isGift) return refusePurchase(session, payment, "refunded", now);
  if (ownsLifetime(grants)) return refusePurchase(session, payment, "owned already", now);
  if (await isCreditOver(session, payment)) return refusePurchase(session, payment, "credit over", now);
  const unit = await unitFor(payment.userId, reservation, paymentId, isFirst);
  if (unit === "none left") {
    log.warn("offer.oversellRefused", { session: session.id });
    return refusePurchase(session, payment, "sold out", now);
  }
  const writes = [...decision.writes, ...unit];
  if (creditOfSession(session) === undefined && ongoingSubscriptions(grants).length === 0)
    return sold(session, opened, { grant: decision.grant, writes }, now, [paid]);
  // Grants the license before ending the subscription. If the grant fails, the customer keeps the subscription.
  await reading.commit(writes);
  await endPaying(session, opened, now);
  return sold(session, opened, { grant: decision.grant, writes: [] }, now, [paid]);
}

async function sold(
  session: Stripe.Checkout.Session,
  { own, rights }: Opened<OwnSubscription | OwnPayment>,
  { grant, writes }: { grant: Grant; writes: (Told | Write)[] },
  now: Date,
  facts: Told[] = [],
): Promise<EventWork> {
  const { reading } = own;
  const { userId, licenseKey } = grant;
  const mode = "bought" in own ? "payment" : "subscription";
  const effect = { sessionId: session.id, userId, mode, licenseKey, at: now.toISOString() } as const;
  // If a refund or a lost dispute has already revoked the license, another mail explains the license's state.
  const isRevoked = grant.entitlement.revocations.length > 0;
  return {
    reading,
    writes,
    mails: isRevoked ? [] : [await keyMail(grant, session, rights.grants, now)],
    records: [recordCheckout(reading, effect), ...facts],
  };
}

/** Ends the subscription of a customer with a lifetime license. Idempotent. */
async function endPaying(
  session: Stripe.Checkout.Session,
  { own }: Opened<OwnPayment>,
  now: Date,
): Promise<void> {
  if (creditOfSession(session) !== undefined) return endCredited(session, own);
  for (const { subscription_id } of ongoingSubscriptions((await readRights(own.userId)).grants)) {
    const subscription = await fetchSubscription(own.reading, subscription_id);
    if (subscription)
      await storeSubscription({ own: subscription, rights: await readRights(own.userId) }, now);
  }
}

/** Does the work of a paid session's lost webhook. */
export async function applyCheckout(sessionId: string, now: Date): Promise<void> {
  await retryOnConflict(async (isFirst) => carryOut(await checkoutCompleted(sessionId, now, isFirst), []));
}
