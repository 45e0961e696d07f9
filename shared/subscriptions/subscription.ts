import * as z from "zod/mini";
import {
  BASE_PLAN,
  CATALOG,
  OPTIONAL_PLANS,
  SUBSCRIPTION_PLANS,
  type SubscriptionPlan,
} from "../catalog/catalog.ts";

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

/** The specification's view of a subscription. Times are epoch seconds. */
export const Subscription = z.object({
  customer_id: z.string(),
  subscription_id: z.string(),
  subscription_status: SubscriptionStatus,
  price_id: z.string(),
  current_period_start: z.number(),
  current_period_end: z.number(),
  cancel_at_period_end: z.boolean(),
  /**
   * With flexible billing, Stripe's portal sets this field and not `cancel_at_period_end`. Null on rows from before we
   * read it.
   */
  cancel_at: z._default(z.nullable(z.number()), null),
  payment_method_brand: z.nullable(z.string()),
  payment_method_last4: z.nullable(z.string()),
  /** Absent for the catalog's first plan. */
  plan: z.optional(z.enum(OPTIONAL_PLANS)),
  /** When the plan's first period began, epoch seconds; absent without `plan`. */
  plan_since: z.optional(z.number()),
  /** Price of one seat for a period; absent on rows from before 2026-11-28. */
  unit_cents: z.optional(z.number()),
  /** How many seats the subscription pays for; absent for a single seat. */
  quantity: z.optional(z.number()),
  /** True if the current period's payment follows within the hour: until then, Stripe keeps its invoice as a draft. */
  renewal_pending: z.optional(z.literal(true)),
  /** True after a pause that covered a renewal. The renewal is charged when the trial at Stripe ends. */
  resumes: z.optional(z.literal(true)),
  /** The plan from the next period on; absent if no change is planned. */
  next_plan: z.optional(z.object({ plan: z.enum(SUBSCRIPTION_PLANS), at: z.number() })),
  /**
   * Stripe's word for why the customer canceled; LEAVING_REASONS may lack it. If Stripe has none: `account_deleted` or
   * `payment_failed`. Absent if no reason is known.
   */
  left_because: z.optional(z.string()),
});
export type Subscription = z.output<typeof Subscription>;

export const planOf = ({ plan }: Pick<Subscription, "plan">): SubscriptionPlan => plan ?? BASE_PLAN;

/** Price of a period for all seats. The catalog's current price may differ. */
export const priceOf = (subscription: Pick<Subscription, "plan" | "quantity" | "unit_cents">): number =>
  (subscription.unit_cents ?? CATALOG[planOf(subscription)].price) * seatsOf(subscription);

export const seatsOf = ({ quantity }: Pick<Subscription, "quantity">): number => quantity ?? 1;

/** True waives a renewal that fell into a pause. Otherwise, we charge it seven days after the pause. */
export const GiveRenewal = z._default(z.boolean("giveRenewal must be true or false"), false);

type Ending = Pick<Subscription, "cancel_at" | "cancel_at_period_end" | "current_period_end">;

/** When a canceled subscription ends, epoch seconds; null while it renews. Stripe uses one of two fields. */
export function endsAt({ cancel_at, cancel_at_period_end, current_period_end }: Ending): number | null {
  return cancel_at ?? (cancel_at_period_end ? current_period_end : null);
}

/** Whether another payment is due before it ends: `cancel_at` may be after the paid period. */
export function renews(subscription: Ending): boolean {
  const end = endsAt(subscription);
  return end === null || end > subscription.current_period_end;
}

/** The status to show. Stripe calls a postponed charge a trial, but it is no free trial. */
export const shownStatus = ({ subscription_status, resumes }: Subscription): SubscriptionStatus =>
  resumes ? "active" : subscription_status;

/** The account area's sentence for a status. */
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

/** Whether a payment is overdue. The checkout refuses a second subscription then, so the page offers "Fix payment". */
export function needsPayment(status: SubscriptionStatus): boolean {
  return status === "past_due" || status === "unpaid";
}

/** Whether a subscription with this status cannot be revived: a later payment of one of its invoices gives nothing. */
export function isOver(status: SubscriptionStatus): boolean {
  return status === "canceled" || status === "incomplete_expired";
}

/** Whether this status prevents a second subscription, since the customer can still pay, keep or cancel it. */
export function isOngoing(status: SubscriptionStatus): boolean {
  return status === "active" || status === "trialing" || needsPayment(status) || status === "paused";
}
