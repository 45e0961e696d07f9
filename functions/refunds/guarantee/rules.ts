import { BASE_PLAN, PRODUCT_IDS, REFUND_DAYS } from "#shared/catalog/catalog.ts";
import type { Grant } from "#shared/grants/grant.ts";
import { DAY, fromEpochSeconds, type Instant, throughDay } from "#shared/instant.ts";
import { RENEWAL_REFUND_DAYS, type RefundLimits, type RefundOffer } from "#shared/refunds/refunds.ts";
import { WITHDRAWAL_DAYS } from "#shared/refunds/withdrawal.ts";
import { isOngoing } from "#shared/subscriptions/subscription.ts";

/**
 * A right that the guarantee covers, and until when. Payments before `since` are not refunded, for example those before
 * a change to a longer plan. Null refunds all payments.
 */
export type Covered = {
  product: RefundOffer["product"];
  grant: Grant;
  until: Instant;
  since: Instant | null;
  isRenewal?: true;
};

/**
 * The right that the guarantee refunds (terms, "Refunds"): within 30 days of the first payment for its plan, while no
 * bank disputes a payment. A lifetime license is refunded before the subscription that it replaced, and a longer plan
 * before a shorter one.
 */
export function covered(grants: readonly Grant[], now: Date): Covered | undefined {
  return PRODUCT_IDS.toReversed()
    .map((product) => coveredOf(product, grants, now))
    .find((found) => found !== undefined);
}

/** The renewal of a longer plan, for operators who refund renewals. Covers what was paid since the renewal. */
export function renewed(grants: readonly Grant[], now: Date): Covered | undefined {
  return grants.flatMap((grant) => renewalOf(grant, now)).at(0);
}

function renewalOf(grant: Grant, now: Date): Covered[] {
  const { subscription } = grant;
  if (subscription?.plan === undefined || !stands(grant)) return [];
  const { plan: product, current_period_start } = subscription;
  const since = fromEpochSeconds(current_period_start);
  const isRenewal = since > beganAt(product, grant);
  if (!isRenewal || isOver(since, now, RENEWAL_REFUND_DAYS)) return [];
  return [{ product, grant, until: endsAt(since, RENEWAL_REFUND_DAYS), since, isRenewal }];
}

/**
 * The right that a withdrawal refunds, as of its arrival: a right under the guarantee, or a right that began within 14
 * days, even if the owner has bought before.
 */
export const withdrawable = (grants: readonly Grant[], arrived: Date): Covered | undefined =>
  covered(grants, arrived) ??
  grants
    .filter(({ createdAt }) => arrived.getTime() <= Date.parse(endsAt(createdAt, WITHDRAWAL_DAYS)))
    .map((grant) => covered([grant], arrived))
    .find((found) => found !== undefined);

function isOf(product: Covered["product"], { source, subscription }: Grant): boolean {
  if (product === "lifetime") return source === "lifetime";
  return source === "subscription" && (product === BASE_PLAN || subscription?.plan === product);
}

function coveredOf(product: Covered["product"], grants: readonly Grant[], now: Date): Covered | undefined {
  const ofPlan = grants.filter((grant) => isOf(product, grant));
  const [first] = ofPlan.map((grant) => beganAt(product, grant)).sort();
  const grant = ofPlan.find(stands);
  if (first === undefined || grant === undefined || isOver(first, now)) return undefined;
  // If the plan changed within the first month's guarantee, that month is refunded too.
  const refundsAll = grant.subscription?.plan !== product || !isOver(grant.createdAt, now);
  const since = refundsAll ? null : beganAt(product, grant);
  return { product, grant, until: endsAt(first), since };
}

/** Pages and mails name the day, so the guarantee ends with that day. */
export const endsAt = (first: Instant, days = REFUND_DAYS): Instant =>
  throughDay(new Date(Date.parse(first) + days * DAY).toISOString());
export const isOver = (first: Instant, now: Date, days = REFUND_DAYS): boolean =>
  now.getTime() > Date.parse(endsAt(first, days));

function beganAt(product: Covered["product"], { createdAt, subscription }: Grant): Instant {
  const since = product === subscription?.plan ? subscription.plan_since : undefined;
  return since === undefined ? createdAt : fromEpochSeconds(since);
}

function stands({ entitlement, subscription, troubles }: Grant): boolean {
  if (entitlement.revocations.length > 0 || troubles.some(({ dispute }) => dispute !== null)) return false;
  return subscription === null || isOngoing(subscription.subscription_status);
}

/** @param asked how many self-service refunds the customer has had */
export function isWithin(limits: RefundLimits, amountCents: number, asked: number): boolean {
  const { enabled, max_amount_cents: max, max_per_person } = limits;
  return enabled && (max === null || amountCents <= max) && asked < max_per_person;
}
