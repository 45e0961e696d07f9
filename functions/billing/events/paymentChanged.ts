import type Stripe from "stripe";
import { askStripe } from "../../platform/askStripe.ts";
import type { Reading } from "../../platform/reading.ts";
import { endDuplicate } from "../endDuplicate.ts";
import { type Followed, followSubscription } from "../followSubscription.ts";
import { type Decision, decideLifetime } from "../grantWrites.ts";
import { type Opened, openFor } from "../openFacts.ts";
import { type Affected, affectedByDispute, affectedByRefund } from "../owners.ts";
import { fetchPayment, type OwnPayment } from "../paymentFacts.ts";
import { disputeState } from "../payments/rules.ts";
import { recordDispute, recordRefund } from "../payments/table.ts";
import { disputeMails } from "./disputeMails.ts";
import { hasFailed, refundMails } from "./refundMails.ts";
import type { EventWork } from "./work.ts";

type RefundEvent = Stripe.RefundCreatedEvent | Stripe.RefundUpdatedEvent | Stripe.RefundFailedEvent;
type DisputeEvent =
  | Stripe.ChargeDisputeCreatedEvent
  | Stripe.ChargeDisputeUpdatedEvent
  | Stripe.ChargeDisputeClosedEvent;

/** refund.created, .updated, .failed: what was given back in full is withdrawn, and restored if it fails. */
export async function refundChanged(event: RefundEvent, now: Date): Promise<EventWork> {
  const { id } = event.data.object;
  const opened = await openAffected(await affectedByRefund(id), async (reading) =>
    (await askStripe(reading)).refunds.retrieve(id),
  );
  if (!opened) return NOT_OURS;
  const { told: refund, own } = opened;
  const fact = { refundId: refund.id, amountCents: refund.amount, counts: !hasFailed(refund) };
  const { decision } = await decidePayment(opened, now);
  return {
    ...effectOf(own, decision),
    mails: refundMails(refund, own, decision?.grant),
    records: [recordRefund(own.reading, { paymentId: own.trouble.paymentIntentId, ...fact })],
  };
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
  const fact = { disputeId: dispute.id, amountCents: dispute.amount, state: disputeState(dispute.status) };
  const records = [recordDispute(own.reading, { paymentId: own.trouble.paymentIntentId, ...fact })];
  const decided = await decidePayment(opened, now);
  // The money came back from the bank, and it is owed to the customer: nothing depended on that payment.
  if (decided.duplicate && fact.state === "won")
    return { ...(await endDuplicate(decided.duplicate, now)), records };
  return {
    ...effectOf(own, decided.decision),
    mails: disputeMails(dispute, own, decided.decision?.grant, now),
    records,
  };
}

/** What befell a payment, and the payment, both read in one reading. */
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

const effectOf = ({ reading }: OwnPayment, decision: Decision | undefined) => ({
  reading,
  writes: decision?.writes ?? [],
});

/** `decision` is missing where the payment has no grant, and what befalls it makes none. */
type Decided = { decision?: Decision | undefined; duplicate?: Followed };

async function decidePayment({ own: payment, rights }: Opened<OwnPayment>, now: Date): Promise<Decided> {
  if (payment.bought.kind === "lifetime") {
    const decision = decideLifetime(payment, rights, now);
    // Only a checkout that is complete takes a unit of the offer; it reads this payment's trouble too.
    return decision.isNew ? {} : { decision };
  }
  const { subscription } = payment.bought;
  const followed = await followSubscription({ own: subscription, rights }, now, payment.trouble);
  // A duplicate is ended by its own events, and only what was granted can be taken away.
  return followed.kind === "decided" ? { decision: followed.decision } : { duplicate: followed };
}
