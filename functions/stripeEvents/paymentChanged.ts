import type Stripe from "stripe";
import { type Grant, subscriptionGrantId } from "#shared/grants/grant.ts";
import { fromEpochSeconds } from "#shared/instant.ts";
import { renews } from "#shared/subscriptions/subscription.ts";
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
  isPaidAfter,
  isRefused,
  isTriedAgain,
  type Opened,
  type OwnPayment,
  openFor,
  recordDispute,
  recordRefund,
} from "../payments/index.ts";
import { askStripe } from "../platform/askStripe.ts";
import type { Reading } from "../platform/reading.ts";
import { decideLifetime, followSubscription, setCancelAtPeriodEnd } from "../subscriptions/index.ts";
import { disputeMails } from "./disputeMails.ts";
import { endDuplicate } from "./endDuplicate.ts";
import { hasFailed, isGuarantee, refundMails, wasToEnd } from "./refundMails.ts";
import type { EventWork, Stored } from "./work.ts";

type RefundEvent = Stripe.RefundCreatedEvent | Stripe.RefundUpdatedEvent | Stripe.RefundFailedEvent;
type DisputeEvent =
  | Stripe.ChargeDisputeCreatedEvent
  | Stripe.ChargeDisputeUpdatedEvent
  | Stripe.ChargeDisputeClosedEvent;

/** refund.created, .updated, .failed: a full refund revokes what was bought, and a failed one restores it. */
export async function refundChanged(event: RefundEvent, now: Date): Promise<EventWork> {
  const { id } = event.data.object;
  const affected = await affectedByRefund(id);
  const open = () =>
    openAffected(affected, async (reading) => (await askStripe(reading)).refunds.retrieve(id));
  const first = await open();
  // Its end is planned at Stripe, so what was read before is stored no more.
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
  if (hasFailed(refund) && isTriedAgain(refund)) await giveBack(own, refund.metadata?.reason ?? "");
  const later = isGuarantee(refund) && own.trouble.refunded ? await laterPayment(own, grant) : undefined;
  return {
    ...effect,
    mails: [...(effect.mails ?? []), ...refundMails(refund, own, grant, now, later, opened.rights.grants)],
    records: [recordRefund(own.reading, { paymentId: own.trouble.paymentIntentId, ...fact })],
  };
}

/**
 * A refund that fails before its first event has ended nothing, though nobody wants another charge.
 * @returns whether the end of its subscription was planned now
 */
async function endAsMeant({ told: refund, own, rights }: Opened<OwnPayment> & { told: Stripe.Refund }) {
  if (!hasFailed(refund) || own.bought.kind !== "subscription") return false;
  const { facts } = own.bought.subscription;
  const grant = rights.grants.find(({ id }) => id === subscriptionGrantId(facts.subscription_id));
  if (!grant || !renews(facts) || !wasToEnd(refund, own, grant)) return false;
  return setCancelAtPeriodEnd(facts.subscription_id, true);
}

/** What pays for the current period, where that is a later payment. */
async function laterPayment(
  { reading, trouble }: OwnPayment,
  grant: Grant | undefined,
): Promise<OwnPayment | undefined> {
  const latest = grant?.latestInvoiceId ?? null;
  return latest === null || isForNow(trouble, latest) ? undefined : fetchPaymentOf(reading, latest);
}

const NOT_OURS = { ignored: "not a payment for anything of ours" };

/** charge.dispute.created, .updated, .closed: suspended while it is open, withdrawn where it is lost. */
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
  // The bank has returned the money to us, and we owe it to the customer.
  if (fact.state === "won" && (await boughtNothing(own))) await giveBack(own, DISPUTE_WON);
  return {
    ...effect,
    mails: [...(effect.mails ?? []), ...disputeMails(dispute, own, grant, opened.rights, now)],
    records: [recordDispute(own.reading, { paymentId: own.trouble.paymentIntentId, ...fact })],
  };
}

/** A refund or dispute and its payment, both read in one reading. */
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

/** Whether the shop refused the purchase, or the subscription had ended when the payment came. */
async function boughtNothing({ reading, bought, trouble }: OwnPayment): Promise<boolean> {
  if (bought.kind === "lifetime") return isRefused(trouble.paymentIntentId);
  const { endedAt } = bought.subscription.collection;
  if (endedAt === null || trouble.invoiceId === null) return false;
  return isPaidAfter(await (await askStripe(reading)).invoices.retrieve(trouble.invoiceId), endedAt);
}

/** `grant` is missing where nothing depends on the payment. */
type Decided = { effect: Stored; grant?: Grant | undefined };

async function decidePayment({ own: payment, rights }: Opened<OwnPayment>, now: Date): Promise<Decided> {
  const { reading } = payment;
  if (payment.bought.kind === "lifetime") {
    const { isNew, writes, grant } = decideLifetime(payment, rights, now);
    // Only a checkout that is complete takes a unit of the offer; it reads this payment's trouble too.
    return isNew ? { effect: { reading, writes: [] } } : { effect: { reading, writes }, grant };
  }
  const { subscription } = payment.bought;
  const followed = await followSubscription({ own: subscription, rights }, now, payment.trouble);
  // What is left of its payment, or was returned by the bank, is owed to the customer. It may have become a duplicate
  // only now, where the refund of an earlier license failed, and then no separate event may follow.
  if (followed.kind === "duplicate") return endDuplicate(followed, now, payment.trouble);
  const { decision } = followed;
  return { effect: { reading, writes: decision?.writes ?? [] }, grant: decision?.grant };
}
