import type Stripe from "stripe";
import type { Grant } from "#shared/grants/grant.ts";
import { fromEpochSeconds, toEpochSeconds } from "#shared/instant.ts";
import { standing } from "#shared/licenses/standing.ts";
import { type Mail, needsAttention } from "#shared/mail/mail.ts";
import { endsAt, isOngoing, isOver } from "#shared/subscriptions/subscription.ts";
import { atTimeOf, inMoney, onDay } from "#shared/words.ts";
import { isForNow, type Rights } from "../grants/index.ts";
import type { OwnPayment } from "../payments/index.ts";
import { type ComeBack, inTheWay } from "./comeBack.ts";

/**
 * The mails about the current stage of a dispute. An inquiry may become a dispute with the same id, so each stage has
 * its own mails.
 * @param grant of the purchase, after this stage
 * @param rights decide whether the customer can buy again
 */
export function disputeMails(
  dispute: Stripe.Dispute,
  payment: OwnPayment,
  grant: Grant | undefined,
  rights: Rights,
  now: Date,
): Mail[] {
  const takes = grant !== undefined && isForNow(payment.trouble, grant.latestInvoiceId);
  switch (dispute.status) {
    case "warning_needs_response":
    case "warning_under_review":
      return [toOperator(dispute, payment, "inquiryOpened", inquiryEffect(takes, grant, now))];
    case "needs_response":
    case "under_review":
      return takes
        ? [
            toOperator(dispute, payment, "disputeOpened", openEffect(grant, now)),
            toCustomer(dispute, payment, "paymentDisputed", openEffect(grant, now)),
          ]
        : [toOperator(dispute, payment, "disputeOpened", otherEffect(grant, now))];
    case "won":
      if (!takes) return [];
      return [
        toCustomer(dispute, payment, "disputeSettled", settledEffect(grant, now)),
        ...(grant.endedFor === "dispute"
          ? [toPerson(dispute, payment, "A lost dispute was won on appeal", afterAppeal(grant, now))]
          : []),
      ];
    case "lost":
      return grant
        ? [
            ...(takes || isOver(grant.subscription?.subscription_status ?? "canceled")
              ? []
              : [
                  toPerson(
                    dispute,
                    payment,
                    "A dispute over an earlier payment was lost",
                    "The subscription ends when its current period is over.",
                  ),
                ]),
            toCustomer(
              dispute,
              payment,
              "disputeLost",
              lostEffect(payment, grant, now),
              afterLost(grant, rights),
            ),
          ]
        : [];
    default:
      return [];
  }
}

/** An inquiry changes nothing. A license that had already ended or was suspended stays that way. */
function inquiryEffect(takes: boolean, grant: Grant | undefined, now: Date): string {
  if (!grant || !takes) return otherEffect(grant, now);
  const { code } = standing(grant.entitlement, now);
  if (code === "EXPIRED") return ENDED_BEFORE;
  return `The license ${code === "VALID" ? "works as before" : "stays as it is"}`;
}

function otherEffect(grant: Grant | undefined, now: Date): string {
  if (!grant) return "No license depends on this payment";
  const { code } = standing(grant.entitlement, now);
  if (code === "EXPIRED") return ENDED_BEFORE;
  const effect = code === "VALID" ? "keeps working" : "stays as it is";
  return `The payment was for an earlier period, so the license ${effect}`;
}

const ENDED_BEFORE = "The license had already ended";

/** Ignores that an operator turned the key off, because a dispute suspends such a key too. */
function openEffect(grant: Grant, now: Date): string {
  if (standing({ ...grant.entitlement, active: true }, now).code !== "SUSPENDED") return ENDED_BEFORE;
  const isCharged = grant.subscription && isOngoing(grant.subscription.subscription_status);
  return `The license is suspended ${isCharged ? "and no further payment is collected " : ""}until the bank decides`;
}

function lostEffect(payment: OwnPayment, grant: Grant, now: Date): string {
  if (hadEnded(payment, grant, now)) return "The license bought with that payment had already ended";
  if (grant.subscription && !grant.entitlement.revocations.includes("dispute"))
    return `That payment was for an earlier period. Your license works until ${atTimeOf(grant.subscription.current_period_end)}. The subscription ends then, without another charge`;
  return payment.bought.kind === "subscription"
    ? "This subscription and its license ended. You will not be charged for it again"
    : "Your lifetime license ended";
}

/** While the subscription runs, the shop sells no second one. */
function afterLost(grant: Grant, rights: Rights): ComeBack {
  const stop = inTheWay(grant, rights);
  const { entitlement, subscription } = grant;
  const runs = subscription !== null && isOngoing(subscription.subscription_status);
  return stop.next === "" && runs && !entitlement.revocations.includes("dispute")
    ? { ...stop, next: "You can subscribe again after that." }
    : stop;
}

/** Ignores an end that the dispute itself caused, so a retry gives the same result. */
function hadEnded({ bought }: OwnPayment, { entitlement }: Grant, now: Date): boolean {
  if (entitlement.revocations.includes("refund")) return true;
  if (bought.kind === "lifetime") return false;
  const { subscription_status, ended_for, current_period_end } = bought.subscription.facts;
  if (!isOver(subscription_status) || ended_for === "dispute") return false;
  // If a refund ended the subscription and then failed, the license works again for the rest of the period.
  return ended_for !== "refund" || Date.parse(fromEpochSeconds(current_period_end)) <= now.getTime();
}

/** The subscription may have ended during the dispute, and another reason may block the license. */
function settledEffect({ entitlement, subscription, endedFor }: Grant, now: Date): string {
  const isValid = standing(entitlement, now).code === "VALID";
  if (endedFor === "dispute" && entitlement.expiresAt !== null)
    return isValid
      ? `Your license works again until ${atTimeOf(toEpochSeconds(entitlement.expiresAt))}. The subscription stays canceled`
      : "Your license had ended meanwhile, so we will write to you about the payment";
  if (!isValid) return "This does not change your license. Your account shows its state";
  const continues =
    subscription && isOngoing(subscription.subscription_status) && endsAt(subscription) === null;
  return `Your license works again${continues ? " and your subscription continues" : ""}`;
}

const afterAppeal = ({ entitlement }: Grant, now: Date): string =>
  standing(entitlement, now).code === "VALID"
    ? "The license works again for the rest of its period."
    : "The license does not work again. Refund the payment, or write to the customer.";

/** Tells the operator about a case that no list shows. */
const toPerson = (
  dispute: Stripe.Dispute,
  { userId, trouble }: OwnPayment,
  what: string,
  then: string,
): Mail =>
  needsAttention(
    `${dispute.status}-needs-a-person:${dispute.id}`,
    what,
    `The dispute ${dispute.id} over ${inMoney(dispute.amount, dispute.currency)} is ${dispute.status}. It concerns the payment ${trouble.paymentIntentId} of user ${userId}. ${then}`,
  );

function toCustomer(
  dispute: Stripe.Dispute,
  { userId, paidAt }: OwnPayment,
  template: "paymentDisputed" | "disputeSettled" | "disputeLost",
  effect: string,
  more: Mail["data"] = {},
): Mail {
  const amount = inMoney(dispute.amount, dispute.currency);
  return {
    id: `${template}:${dispute.id}`,
    to: { userId },
    template,
    data: { amount, effect, paidOn: onDay(paidAt.toISOString()), ...more },
  };
}

function toOperator(
  dispute: Stripe.Dispute,
  payment: OwnPayment,
  template: "inquiryOpened" | "disputeOpened",
  effect: string,
): Mail {
  const { due_by } = dispute.evidence_details;
  return {
    id: `${template}:${dispute.id}`,
    to: "operator",
    template,
    data: {
      amount: inMoney(dispute.amount, dispute.currency),
      reason: dispute.reason.replaceAll("_", " "),
      dueBy: due_by ? atTimeOf(due_by) : "",
      disputeId: dispute.id,
      paymentId: payment.trouble.paymentIntentId,
      userId: payment.userId,
      effect,
    },
  };
}
