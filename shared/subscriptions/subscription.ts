import * as z from "zod/mini";
import {
  BASE_PLAN,
  CATALOG,
  OPTIONAL_PLANS,
  SUBSCRIPTION_PLANS,
  type SubscriptionPlan,
} from "../catalog/catalog.ts";

/** Statuses that Stripe gives a subscription. */
export const SUBSCRIPTION_STATUSES = [
  "incomplete",
  "incomplete_expired",
  "trialing",
  "active",
  "past_due",
  "canceled",
  "unpaid",
  "paused",
] as const;
export const SubscriptionStatus = z.enum(SUBSCRIPTION_STATUSES);
export type SubscriptionStatus = z.output<typeof SubscriptionStatus>;

/** The spec's subscription view. Times are epoch seconds, as the spec gives them. */
export const Subscription = z.object({
  customer_id: z.string(),
  subscription_id: z.string(),
  subscription_status: SubscriptionStatus,
  price_id: z.string(),
  current_period_start: z.number(),
  current_period_end: z.number(),
  cancel_at_period_end: z.boolean(),
  /** Set alone by Stripe's portal in flexible billing mode. Rows from before it was read have none. */
  cancel_at: z._default(z.nullable(z.number()), null),
  payment_method_brand: z.nullable(z.string()),
  payment_method_last4: z.nullable(z.string()),
  /** Left out for the first plan of the catalog. */
  plan: z.optional(z.enum(OPTIONAL_PLANS)),
  /** When the plan's first period began, epoch seconds; left out with `plan`. */
  plan_since: z.optional(z.number()),
  /** What one seat costs a period; missing on rows from before 2026-11-28. */
  unit_cents: z.optional(z.number()),
  /** How many seats it pays for; left out for one. */
  quantity: z.optional(z.number()),
  /** The payment for the period that runs follows within the hour: Stripe keeps a renewal's invoice as a draft until then. */
  renewal_pending: z.optional(z.literal(true)),
  /** It works again after a pause over a renewal, which is charged when its trial ends. */
  resumes: z.optional(z.literal(true)),
  /** What it changes to with its next period; left out where nothing is planned. */
  next_plan: z.optional(z.object({ plan: z.enum(SUBSCRIPTION_PLANS), at: z.number() })),
});
export type Subscription = z.output<typeof Subscription>;

/** The plan that it is on. */
export const planOf = ({ plan }: Pick<Subscription, "plan">): SubscriptionPlan => plan ?? BASE_PLAN;

/** What a period costs, all seats together: the catalog's price may have changed since. */
export const priceOf = (subscription: Pick<Subscription, "plan" | "quantity" | "unit_cents">): number =>
  (subscription.unit_cents ?? CATALOG[planOf(subscription)].price) * seatsOf(subscription);

/** How many seats it pays for. */
export const seatsOf = ({ quantity }: Pick<Subscription, "quantity">): number => quantity ?? 1;

/** Whether a renewal that fell into a pause is given away, not charged seven days after the pause. */
export const GiveRenewal = z._default(z.boolean("giveRenewal must be true or false"), false);

type Ending = Pick<Subscription, "cancel_at" | "cancel_at_period_end" | "current_period_end">;

/** When the subscription is set to end, epoch seconds; null while it renews. Stripe uses one of two fields. */
export function endsAt({ cancel_at, cancel_at_period_end, current_period_end }: Ending): number | null {
  return cancel_at ?? (cancel_at_period_end ? current_period_end : null);
}

/** Whether another payment is due before it ends: `cancel_at` may lie beyond the period that is paid. */
export function renews(subscription: Ending): boolean {
  const end = endsAt(subscription);
  return end === null || end > subscription.current_period_end;
}

/** The status that customers read: a charge that was postponed is no free trial. */
export const shownStatus = ({ subscription_status, resumes }: Subscription): SubscriptionStatus =>
  resumes ? "active" : subscription_status;

/** The sentence that the account area shows for a status. */
export function subscriptionMessage(status: SubscriptionStatus | undefined): string {
  switch (status) {
    case "active":
      return "Your subscription is active and all features are available.";
    case "trialing":
      return "You are currently in your free trial period.";
    case "past_due":
      return "Your payment is past due. Please update your payment method.";
    case "canceled":
      return "Your subscription has been canceled.";
    case "unpaid":
      return "Your subscription is unpaid. Please update your payment method.";
    default:
      return "Subscription status is being updated.";
  }
}

/** A payment is owed: 'Fix payment' is offered, or people buy a second subscription instead. */
export function needsPayment(status: SubscriptionStatus): boolean {
  return status === "past_due" || status === "unpaid";
}

/** Nothing revives it: a later payment on one of its invoices gives nothing. */
export function isOver(status: SubscriptionStatus): boolean {
  return status === "canceled" || status === "incomplete_expired";
}

/** Whether a subscription stands in the way of a second one (it can still be paid, kept or left). */
export function isOngoing(status: SubscriptionStatus): boolean {
  return status === "active" || status === "trialing" || needsPayment(status) || status === "paused";
}
