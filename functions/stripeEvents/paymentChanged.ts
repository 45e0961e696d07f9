import type Stripe from "stripe";
import { type Grant, subscriptionGrantId } from "#shared/grants/grant.ts";
import { fromEpochSeconds } from "#shared/instant.ts";
import { needsAttention } from "#shared/mail/mail.ts";
import { renews } from "#shared/subscriptions/subscription.ts";
import { inMoney } from "#shared/words.ts";
import { isForNow } from "../grants/index.ts";
import {
  type Affected,
  affectedByDispute,
  affectedByRefund,
  DISPUTE_WON,
  disputeState,
  fetchPayment,
  fetchPaymentOf,
  giveBack,
  idOf,
  isPaidAfter,
  isRefused,
  isRetried,
  type Opened,
  type OwnPayment,
  openFor,
  openPayment,
  recordDispute,
  recordRefund,
} from "../payments/index.ts";
import { askStripe } from "../platform/askStripe.ts";
import type { Reading } from "../platform/reading.ts";
import { decideLifetime, followSubscription, setCancelAtPeriodEnd } from "../subscriptions/index.ts";
import { findUser } from "../users/index.ts";
import { disputeMails } from "./disputeMails.ts";
import { endDuplicate } from "./endDuplicate.ts";
import { hasFailed, isGuarantee, refundMails, wasToEnd } from "./refundMails.ts";
import type { EventWork, Stored } from "./work.ts";

type RefundEvent = Stripe.RefundCreatedEvent | Stripe.RefundUpdatedEvent | Stripe.RefundFailedEvent;
type DisputeEvent =
  | Stripe.ChargeDisputeCreatedEvent
  | Stripe.ChargeDisputeUpdatedEvent
  | Stripe.ChargeDisputeClosedEvent;

/** refund.created, .updated, .failed: a full refund can revoke the purchase, and a failed refund can restore it. */
export async function refundChanged(event: RefundEvent, now: Date): Promise<EventWork> {
  const { id } = event.data.object;
  const affected = await affectedByRefund(id);
  const open = () =>
    openAffected(affected, async (reading) => (await askStripe(reading)).refunds.retrieve(id));
  const first = await open();
  const opened = first && (await endAsMeant(first)) ? await open() : first;
  if (!opened) return NOT_OURS;
  const { told: refund, own } = opened;
  const fact = {
    refundId: refund.id,
    amountCents: refund.amount,
    counts: !hasFailed(refund),
    at: fromEpochSeconds(refund.created),
  };
  const { effect, grant } = await decidePayment(opened, now);
  if (hasFailed(refund) && isRetried(refund)) await giveBack(own, refund.metadata?.reason ?? "");
  const later = isGuarantee(refund) && own.trouble.refunded ? await laterPayment(own, grant) : undefined;
  return {
    ...effect,
    mails: [...(effect.mails ?? []), ...refundMails(refund, own, grant, now, later, opened.rights.grants)],
    records: [recordRefund(own.reading, { paymentId: own.trouble.paymentIntentId, ...fact })],
  };
}

/**
 * Cancels the renewal of a subscription that a failed refund was meant to end. If the refund failed before its first
 * event, the refund has not ended the subscription.
 * @returns whether it canceled the renewal
 */
async function endAsMeant({ told: refund, own, rights }: Opened<OwnPayment> & { told: Stripe.Refund }) {
  if (!hasFailed(refund) || own.bought.kind !== "subscription") return false;
  const { facts } = own.bought.subscription;
  const grant = rights.grants.find(({ id }) => id === subscriptionGrantId(facts.subscription_id));
  if (!grant || !renews(facts) || !wasToEnd(refund, own, grant)) return false;
  return setCancelAtPeriodEnd(facts.subscription_id, true);
}

async function laterPayment(
  { reading, trouble }: OwnPayment,
  grant: Grant | undefined,
): Promise<OwnPayment | undefined> {
  const latest = grant?.latestInvoiceId ?? null;
  return latest === null || isForNow(trouble, latest) ? undefined : fetchPaymentOf(reading, latest);
}

const NOT_OURS = { ignored: "not a payment for anything of ours" };

/** charge.dispute.created, .updated, .closed: an open dispute can suspend the purchase, a lost one can revoke it. */
export async function disputeChanged(event: DisputeEvent, now: Date): Promise<EventWork> {
  const { id } = event.data.object;
  const opened = await openAffected(await affectedByDispute(id), async (reading) =>
    (await askStripe(reading)).disputes.retrieve(id),
  );
  if (!opened) return NOT_OURS;
  const { told: dispute, own } = opened;
  const fact = {
    disputeId: dispute.id,
    amountCents: dispute.amount,
    at: fromEpochSeconds(dispute.created),
    state: disputeState(dispute.status),
  };
  const { effect, grant } = await decidePayment(opened, now);
  // The bank has returned money to us that belongs to the customer.
  if (fact.state === "won" && (await boughtNothing(own))) await giveBack(own, DISPUTE_WON);
  return {
    ...effect,
    mails: [...(effect.mails ?? []), ...disputeMails(dispute, own, grant, opened.rights, now)],
    records: [recordDispute(own.reading, { paymentId: own.trouble.paymentIntentId, ...fact })],
  };
}

/** A refund or a dispute, with its payment from the same reading. */
async function openAffected<T>(
  affected: Affected | undefined,
  fetch: (reading: Reading) => Promise<T>,
): Promise<(Opened<OwnPayment> & { told: T }) | undefined> {
  if (affected === undefined) return undefined;
  const opened = await openFor(affected.userId, async (reading) => {
    const told = await fetch(reading);
    const own = await fetchPayment(reading, affected.paymentId);
    return own && { userId: own.userId, own, told };
  });
  return opened && { ...opened.own, rights: opened.rights };
}

async function boughtNothing({ reading, bought, trouble }: OwnPayment): Promise<boolean> {
  if (bought.kind === "lifetime") return isRefused(trouble.paymentIntentId);
  const { endedAt } = bought.subscription.collection;
  if (endedAt === null || trouble.invoiceId === null) return false;
  return isPaidAfter(await (await askStripe(reading)).invoices.retrieve(trouble.invoiceId), endedAt);
}

type Decided = { effect: Stored; grant?: Grant | undefined };

async function decidePayment({ own: payment, rights }: Opened<OwnPayment>, now: Date): Promise<Decided> {
  const { reading } = payment;
  if (payment.bought.kind === "lifetime") {
    const { isNew, writes, grant } = decideLifetime(payment, rights, now);
    // Only a completed checkout may take a unit of the offer. Its event also reads the payment's refunds and disputes.
    return isNew ? { effect: { reading, writes: [] } } : { effect: { reading, writes }, grant };
  }
  const { subscription } = payment.bought;
  const followed = await followSubscription({ own: subscription, rights }, now, payment.trouble);
  // Refunds the rest of the payment, or what the bank returned to us. A failed refund can restore an earlier license
  // and so turn this subscription into a duplicate. No other event follows then.
  if (followed.kind === "duplicate") return endDuplicate(followed, now, payment.trouble);
  const { decision } = followed;
  return { effect: { reading, writes: decision?.writes ?? [] }, grant: decision?.grant };
}

/** radar.early_fraud_warning.created: the operator decides whether to refund before a dispute. */
export async function fraudWarned(event: Stripe.RadarEarlyFraudWarningCreatedEvent): Promise<EventWork> {
  const warning = event.data.object;
  const paymentId = idOf(warning.payment_intent);
  const payment = paymentId === null ? undefined : (await openPayment(paymentId))?.own;
  if (!payment) return { ignored: "not a payment for anything of ours" };
  const { userId, amount, currency } = payment;
  const who = (await findUser(userId))?.email ?? `user ${userId}`;
  const details = `A card network warns of fraud (${warning.fraud_type.replaceAll("_", " ")}) for the payment ${paymentId} of ${inMoney(amount, currency)} by ${who}. A full refund now usually avoids a dispute.`;
  return {
    userId,
    mails: [needsAttention(`fraud:${warning.id}`, "Early fraud warning", details, `/payments/${paymentId}`)],
  };
}
