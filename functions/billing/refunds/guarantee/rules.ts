import type { Grant } from "#shared/billing/grant.ts";
import { REFUND_DAYS, type RefundLimits, type RefundOffer } from "#shared/billing/refunds.ts";
import { isOngoing } from "#shared/billing/subscription.ts";
import { DAY, type Instant } from "#shared/instant.ts";

/** What the guarantee covers: a right that stands, and when the guarantee ends. */
export type Covered = { product: RefundOffer["product"]; grant: Grant; until: Instant };

/**
 * The right whose payments the guarantee refunds (terms, "Refunds"): within 30 days of the first payment for its
 * plan, while no bank disputes a payment of it. A lifetime license comes before the subscription that it replaced.
 */
export function covered(grants: readonly Grant[], now: Date): Covered | undefined {
  return coveredOf("lifetime", grants, now) ?? coveredOf("monthly", grants, now);
}

const SOURCES = { lifetime: "lifetime", monthly: "subscription" } as const;

function coveredOf(product: Covered["product"], grants: readonly Grant[], now: Date): Covered | undefined {
  const ofPlan = grants.filter(({ source }) => source === SOURCES[product]);
  const [first] = ofPlan.map(({ createdAt }) => createdAt).sort();
  const grant = ofPlan.find(stands);
  if (first === undefined || grant === undefined) return undefined;
  const until = Date.parse(first) + REFUND_DAYS * DAY;
  return now.getTime() > until ? undefined : { product, grant, until: new Date(until).toISOString() };
}

function stands({ entitlement, subscription, troubles }: Grant): boolean {
  if (entitlement.revocations.length > 0 || troubles.some(({ dispute }) => dispute !== null)) return false;
  return subscription === null || isOngoing(subscription.subscription_status);
}

/** @param asked how often the customer has refunded themselves */
export function isWithin(limits: RefundLimits, amountCents: number, asked: number): boolean {
  const { enabled, max_amount_cents: max, max_per_person } = limits;
  return enabled && (max === null || amountCents <= max) && asked < max_per_person;
}
