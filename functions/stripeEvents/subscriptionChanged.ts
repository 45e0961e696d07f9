import type Stripe from "stripe";
import type { Grant } from "#shared/grants/grant.ts";
import type { Mail } from "#shared/mail/mail.ts";
import { endsAt, needsPayment, renews, type Subscription } from "#shared/subscriptions/subscription.ts";
import { atTimeOf, onDayOf } from "#shared/words.ts";
import { hasLostDispute, ownsLifetime, type Rights } from "../grants/index.ts";
import { isOnHold, type OwnSubscription, openSubscription } from "../payments/index.ts";
import { followSubscription, planMail, renewalMail } from "../subscriptions/index.ts";
import { comeBack } from "./comeBack.ts";
import { endDuplicate } from "./endDuplicate.ts";
import type { EventWork } from "./work.ts";

type SubscriptionEvent =
  | Stripe.CustomerSubscriptionCreatedEvent
  | Stripe.CustomerSubscriptionUpdatedEvent
  | Stripe.CustomerSubscriptionDeletedEvent;

export async function subscriptionChanged(event: SubscriptionEvent, now: Date): Promise<EventWork> {
  const opened = await openSubscription(event.data.object.id);
  if (!opened) return { ignored: "not one of our subscriptions" };
  const followed = await followSubscription(opened, now);
  if (followed.kind === "duplicate") return (await endDuplicate(followed, now)).effect;
  const { own, decision, rights } = followed;
  const { reading } = own;
  if (!decision) return { reading, writes: [] };
  const mails = [
    ...endMails(own, decision.grant, rights),
    ...planMail(own.userId, own.facts),
    ...(own.facts.resumes && endsAt(own.facts) === null ? [await renewalMail(own, "renewalAfterPause")] : []),
  ];
  return { reading, writes: decision.writes, mails };
}

function endMails(own: OwnSubscription, grant: Grant, rights: Rights): Mail[] {
  const { userId, facts: subscription, collection } = own;
  const { grants, isSuspended } = rights;
  const to = { userId };
  const id = subscription.subscription_id;
  if (subscription.subscription_status === "canceled")
    // No mail if a lifetime license replaces the subscription, or if the mail about a refund or dispute explains the
    // end.
    return subscription.ended_for !== null || ownsLifetime(grants)
      ? []
      : [
          {
            id: `ended:${id}`,
            to,
            template: "subscriptionEnded",
            data: { endedOn: dayOfEnd(collection), ...comeBack(grant, rights) },
          },
        ];
  // The owner of a lifetime license needs no mail: they pay nothing more and cannot undo the cancellation.
  const end = endsAt(subscription);
  if (end === null || ownsLifetime(grants)) return [];
  return [
    {
      id: `ending:${id}:${end}`,
      to,
      template: "subscriptionEnding",
      data: {
        endsOn: atTimeOf(end),
        payment: isOnHold(grant) ? whileOnHold(subscription) : untilTheEnd(subscription),
        suspended: isSuspended ? "yes" : "",
        final: hasLostDispute(grant) ? "yes" : "",
      },
    },
  ];
}

const dayOfEnd = ({ endedAt }: OwnSubscription["collection"]): string =>
  endedAt === null ? "" : onDayOf(endedAt);

function whileOnHold(subscription: Subscription): string {
  return renews(subscription) || needsPayment(subscription.subscription_status)
    ? "Nothing is charged while your license does not work."
    : "You will not be charged again.";
}

/** Stripe renews once more if the end is after the paid period. */
function untilTheEnd(subscription: Subscription): string {
  const { current_period_end, subscription_status, renewal_pending } = subscription;
  const renewal = renews(subscription)
    ? `One more payment, for the days until then, is due on ${atTimeOf(current_period_end)}.`
    : renewal_pending
      ? "The payment for the period that has just begun is still due. After that, you will not be charged again."
      : null;
  return needsPayment(subscription_status)
    ? `The open payment is still due. ${renewal ?? "You will not be charged for another period."}`
    : `Until then everything works as before. ${renewal ?? "You will not be charged again."}`;
}
