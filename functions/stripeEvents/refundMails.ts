import type Stripe from "stripe";
import type { Grant } from "#shared/grants/grant.ts";
import { standing } from "#shared/licenses/standing.ts";
import { type Mail, needsAttention } from "#shared/mail/mail.ts";
import { isOngoing } from "#shared/subscriptions/subscription.ts";
import { atTime, atTimeOf, inMoney, onDay, onDayOf } from "#shared/words.ts";
import { endUnder, isFinal, isForNow } from "../grants/index.ts";
import {
  AFTER_LIFETIME,
  GIFT,
  GUARANTEE,
  hasOwnMail,
  isRetried,
  type OwnPayment,
} from "../payments/index.ts";

export const hasFailed = ({ status }: Stripe.Refund): boolean => status === "failed" || status === "canceled";

/**
 * @param grant of the purchase, after the refund
 * @param later the payment of the current period, if the guarantee refunded an earlier one
 */
export function refundMails(
  refund: Stripe.Refund,
  payment: OwnPayment,
  grant: Grant | undefined,
  now: Date,
  later: OwnPayment | undefined,
  grants: Grant[],
): Mail[] {
  if (hasFailed(refund) && isRetried(refund)) return [];
  if (hasFailed(refund)) return failureMails(refund, payment, effectOfFailure(refund, payment, grant, now));
  if (hasOwnMail(refund)) return [];
  const toCustomer = refundMail(refund, payment, grant, later, grants);
  if (later && !later.trouble.refunded) return [toCustomer, laterMail(refund, later)];
  const isEarlier =
    grant !== undefined &&
    !isGuarantee(refund) &&
    payment.trouble.refunded &&
    !isForNow(payment.trouble, grant.latestInvoiceId);
  return isEarlier ? [toCustomer, earlierMail(refund, payment)] : [toCustomer];
}

function refundMail(
  refund: Stripe.Refund,
  payment: OwnPayment,
  grant: Grant | undefined,
  later: OwnPayment | undefined,
  grants: Grant[],
): Mail {
  return {
    id: `refunded:${refund.id}`,
    to: { userId: payment.userId },
    template: "refunded",
    data: {
      amount: inMoney(refund.amount, refund.currency),
      refundedOn: onDayOf(refund.created),
      paidOn: onDay(payment.paidAt.toISOString()),
      consequence: consequence(refund, payment, grant, later, grants),
    },
  };
}

const isGift = ({ metadata }: Stripe.Refund): boolean => metadata?.gift === GIFT.gift;

export const isGuarantee = ({ metadata }: Stripe.Refund): boolean =>
  metadata?.guarantee === GUARANTEE.guarantee;

function consequence(
  refund: Stripe.Refund,
  { bought, trouble }: OwnPayment,
  grant: Grant | undefined,
  later: OwnPayment | undefined,
  grants: Grant[],
): string {
  if (grant === undefined)
    return "No license depended on that payment, so everything you have stays as it is.";
  const isTaken = grant.entitlement.revocations.includes("refund");
  if (bought.kind === "lifetime") return isTaken ? lifetimeEnded(grants) : "Your license stays as it is.";
  if (refund.metadata?.reason === AFTER_LIFETIME)
    return "You own a lifetime license, so this subscription has ended. You will not be charged for it again.";
  if (isTaken) return "This subscription and its license have ended. You will not be charged for it again.";
  if (!isGuarantee(refund)) return "Your license and your subscription stay as they are.";
  // The latest payment deducted unused time that this payment had paid for. A refund of that part ends nothing. The
  // full refund of the latest payment ends the subscription, and its event may arrive before or after this one.
  const isPart = !trouble.refunded && isOngoing(bought.subscription.facts.subscription_status);
  return isPart || (later?.trouble.refunded && !later.trouble.isGift)
    ? "The email about your latest payment says what happens to your license and your subscription."
    : endOnly(grant, later);
}

/** The subscription that the license replaced is set to end. The customer may keep it, except after a lost dispute. */
function lifetimeEnded(grants: Grant[]): string {
  const ends = endUnder(grants);
  if (ends === undefined) return "Your lifetime license has ended.";
  const keep = isFinal(grants)
    ? "It ends because a dispute over an earlier payment was lost. You can subscribe again once it has ended."
    : "To keep it, choose Keep Subscription in your account before then.";
  return `Your lifetime license has ended. Your subscription still ends on ${atTimeOf(ends)}, and you are not charged again. ${keep}`;
}

function endOnly({ entitlement: { expiresAt } }: Grant, later: OwnPayment | undefined): string {
  return [
    "This subscription has ended. You will not be charged for it again.",
    ...(expiresAt === null ? [] : [`Your license stays valid until ${atTime(expiresAt)}.`]),
    ...(later && !later.trouble.refunded
      ? ["A later payment was not refunded: reply to this email to get it back too."]
      : []),
  ].join(" ");
}

/** Tells the operator, because we promised the customer that there would be no further charge. */
function laterMail(refund: Stripe.Refund, { userId, trouble, amount, currency }: OwnPayment): Mail {
  return needsAttention(
    `refunded-later:${refund.id}`,
    "A payment was taken while the guarantee refunded an earlier one",
    `The refund ${refund.id} of ${inMoney(refund.amount, refund.currency)} to user ${userId} ended the subscription. Before that, the payment ${trouble.paymentIntentId} of ${inMoney(amount, currency)} was taken, although we had told the customer that nothing more would be charged. Refund the later payment too.`,
  );
}

/** Nothing was revoked, because a later period is running. The operator must check whether that was intended. */
function earlierMail(refund: Stripe.Refund, { userId, trouble }: OwnPayment): Mail {
  return needsAttention(
    `refunded-earlier:${refund.id}`,
    "A payment for an earlier period was refunded in full",
    `The refund ${refund.id} of ${inMoney(refund.amount, refund.currency)} to user ${userId} returned the payment ${trouble.paymentIntentId} for an earlier period. The subscription continues, because its current period is paid. Cancel it if that is not what you meant.`,
  );
}

/** The customer may believe that the money was sent, so the operator must return it in another way. */
function failureMails(
  refund: Stripe.Refund,
  { userId, trouble, paidAt }: OwnPayment,
  effect: string,
): Mail[] {
  const amount = inMoney(refund.amount, refund.currency);
  return [
    needsAttention(
      `refund-failed:${refund.id}`,
      "A refund did not go through",
      `The refund ${refund.id} of the payment ${trouble.paymentIntentId} has the status ${refund.status}: the ${amount} for user ${userId} is back in our account. ${effect} Find another way to return the money. We email the customer to ask how they want it sent, unless their address bounces or their account is deleted.`,
    ),
    {
      id: `refund-failed-customer:${refund.id}`,
      to: { userId },
      template: "refundFailed",
      data: { amount, effect, paidOn: onDay(paidAt.toISOString()) },
    },
  ];
}

/** Whether the refund, if it had succeeded, would have ended the subscription. */
export function wasToEnd(refund: Stripe.Refund, payment: OwnPayment, grant: Grant): boolean {
  const wasInFull = payment.amountRefunded + refund.amount >= payment.amount;
  const isForThis = isGuarantee(refund) || isForNow(payment.trouble, grant.latestInvoiceId);
  return payment.bought.kind === "subscription" && !isGift(refund) && wasInFull && isForThis;
}

function effectOfFailure(
  refund: Stripe.Refund,
  payment: OwnPayment,
  grant: Grant | undefined,
  now: Date,
): string {
  if (grant === undefined) return "No license depends on that payment.";
  const isValid = standing(grant.entitlement, now).code === "VALID";
  if (payment.bought.kind === "lifetime") {
    const wasTakenBack = !isGift(refund) && payment.amountRefunded + refund.amount >= payment.amount;
    return wasTakenBack && isValid
      ? "The lifetime license that ended with it works again."
      : "The license stays as it is.";
  }
  const end = atTimeOf(payment.bought.subscription.facts.current_period_end);
  if (grant.endedFor === "refund" && isValid)
    return isForNow(payment.trouble, grant.latestInvoiceId)
      ? `The license that ended with it works again until ${end}. The subscription stays canceled.`
      : `The license works until ${end}. The subscription stays canceled.`;
  return isOngoing(payment.bought.subscription.facts.subscription_status) && wasToEnd(refund, payment, grant)
    ? `The subscription is canceled and ends on ${end}.`
    : "The license stays as it is.";
}
