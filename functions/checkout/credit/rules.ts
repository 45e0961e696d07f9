import { CATALOG } from "#shared/catalog/catalog.ts";
import { MIN_CREDITED_MINUTES } from "#shared/checkout/credit.ts";
import { type Grant, subscriptionGrantId } from "#shared/grants/grant.ts";
import { MINUTE, SECOND } from "#shared/instant.ts";
import type { Payment } from "#shared/payments/payment.ts";
import { seatsOf } from "#shared/subscriptions/subscription.ts";
import { MIN_CHARGE_CENTS } from "../../discounts/index.ts";
import { ongoingSubscriptions, ownsLifetime } from "../../grants/index.ts";

const MAX_CREDIT = CATALOG.lifetime.price - MIN_CHARGE_CENTS;
const MIN_SECONDS = (MIN_CREDITED_MINUTES * MINUTE) / SECOND;

/** A paid period in epoch seconds, and its price after discounts in cents. */
export type PaidPeriod = { start: number; end: number; cents: number };

/**
 * The value of a period's unused remainder, by the second and rounded down. Zero near the end, because the subscription
 * could renew during the checkout. Capped so that Stripe has something to charge: a free purchase has no payment to
 * refund.
 */
export function unusedCents({ start, end, cents }: PaidPeriod, at: number): number {
  if (at < start || end - at < MIN_SECONDS) return 0;
  return Math.min(MAX_CREDIT, Math.floor((cents * (end - at)) / (end - start)));
}

/** The grant of the customer's only subscription, if it is paid, active and undisputed. */
export function creditable(grants: readonly Grant[]): Grant | undefined {
  const all = [...grants];
  const [subscription, second] = ongoingSubscriptions(all);
  if (ownsLifetime(all) || second !== undefined || subscription?.subscription_status !== "active")
    return undefined;
  // A team's keys depend on the subscription, so the subscription runs until its period ends.
  if (seatsOf(subscription) > 1) return undefined;
  const grant = all.find(({ id }) => id === subscriptionGrantId(subscription.subscription_id));
  if (!grant) return undefined;
  const { active, suspensions, revocations } = grant.entitlement;
  return active && suspensions.length === 0 && revocations.length === 0 ? grant : undefined;
}

export const isWhole = ({ status, refunded_cents, dispute }: Payment): boolean =>
  status === "succeeded" && refunded_cents === 0 && dispute === null;
