import { isDeepStrictEqual } from "node:util";
import {
  FREE_GRANT_ID,
  type Grant,
  lifetimeGrantId,
  manualGrantId,
  subscriptionGrantId,
  type Trouble,
} from "#shared/grants/grant.ts";
import { SUBSCRIPTION_GIVES, TROUBLE_TAKES } from "#shared/grants/states.ts";
import { fromEpochSeconds, type Instant } from "#shared/instant.ts";
import {
  type Entitlement,
  PAST_DUE_GRACE,
  type Revocation,
  type Suspension,
} from "#shared/licenses/standing.ts";
import { endsAt, type Subscription } from "#shared/subscriptions/subscription.ts";

const UNBROKEN: Omit<Entitlement, "tier"> = {
  ended: false,
  expiresAt: null,
  pastDueSince: null,
  suspensions: [],
  revocations: [],
  active: true,
};

export function newGrant(
  grant: Pick<Grant, "userId" | "id" | "source" | "licenseKey"> & Partial<Grant>,
  tier: Entitlement["tier"],
  now: Date,
): Grant {
  const at = now.toISOString();
  return {
    entitlement: { ...UNBROKEN, tier },
    revives: null,
    subscription: null,
    latestInvoiceId: null,
    endedFor: null,
    endedAt: null,
    troubles: [],
    createdAt: at,
    updatedAt: at,
    version: 1,
    ...grant,
  };
}

export function freeGrant(userId: string, licenseKey: string, now: Date): Grant {
  return newGrant({ userId, id: FREE_GRANT_ID, source: "free", licenseKey }, "free", now);
}

export function manualGrant(
  { userId, suspended }: { userId: string; suspended: boolean },
  id: string,
  licenseKey: string,
  expiresAt: Instant | null,
  now: Date,
): Grant {
  const grant = newGrant({ userId, id: manualGrantId(id), source: "manual", licenseKey }, "pro", now);
  const suspensions: Suspension[] = suspended ? ["account"] : [];
  return { ...grant, entitlement: { ...grant.entitlement, expiresAt, suspensions } };
}

export function withAccountSuspension(grant: Grant, suspended: boolean, now: Date): Grant {
  const others = grant.entitlement.suspensions.filter((reason) => reason !== "account");
  const suspensions: Suspension[] = suspended ? [...others, "account" as const].sort() : others;
  return {
    ...grant,
    entitlement: { ...grant.entitlement, suspensions },
    updatedAt: now.toISOString(),
    version: grant.version + 1,
  };
}

/**
 * @param key a new key, or the key of the subscription that the license replaces
 * @param paidAt when Stripe took the money; of two purchases, the earlier one counts, whichever we process first
 */
export function lifetimeGrant(
  userId: string,
  paymentIntentId: string,
  key: Pick<Grant, "licenseKey" | "revives">,
  now: Date,
  paidAt = now,
): Grant {
  const id = lifetimeGrantId(paymentIntentId);
  const createdAt = paidAt.toISOString();
  return newGrant({ userId, id, source: "lifetime", ...key, createdAt }, "pro", now);
}

/** A subscription as Stripe shows it now, never an event's payload, which may be outdated. */
export type SubscriptionFacts = Subscription & {
  /** Epoch seconds. Renewals do not change this. */
  created: number;
  /** When the oldest unpaid invoice fell due, epoch seconds; null if nothing is owed. */
  past_due_since: number | null;
  /** The latest paid invoice. */
  latest_invoice_id: string | null;
  /** Why we ended the subscription; null if we did not. */
  ended_for: Grant["endedFor"];
  /** Epoch seconds; null while the subscription runs. */
  ended_at: number | null;
};

/**
 * The subscription's grant according to `facts`. Idempotent and independent of the order of readings.
 * @param key for a new grant: a new key, or an earlier subscription's key to revive
 * @returns undefined if there is nothing to grant
 */
export function grantSubscription(
  userId: string,
  before: Grant | undefined,
  facts: SubscriptionFacts,
  key: Pick<Grant, "licenseKey" | "revives">,
  now: Date,
): Grant | undefined {
  const { past_due_since, latest_invoice_id, ended_for, ended_at, created, ...subscription } = facts;
  if (!before && !hasBegun(facts)) return undefined;
  const gives = SUBSCRIPTION_GIVES[facts.subscription_status];
  const id = subscriptionGrantId(facts.subscription_id);
  const createdAt = fromEpochSeconds(created);
  const grant = before ?? newGrant({ userId, id, source: "subscription", ...key, createdAt }, "pro", now);
  return withReasons({
    ...grant,
    subscription: withFirstYear(subscription, grant.subscription),
    latestInvoiceId: latest_invoice_id,
    endedFor: ended_for,
    endedAt: ended_at === null ? null : fromEpochSeconds(ended_at),
    entitlement: {
      ...grant.entitlement,
      leaseLimit: leaseLimit(facts),
      pastDueSince: gives === "grace" && past_due_since !== null ? fromEpochSeconds(past_due_since) : null,
    },
  });
}

/**
 * Stripe activates a subscription before the bank debit for its first invoice arrives (laravel/cashier-stripe#1689).
 */
export function hasBegun({ subscription_status, latest_invoice_id }: SubscriptionFacts): boolean {
  if (SUBSCRIPTION_GIVES[subscription_status] === "none") return false;
  return subscription_status === "trialing" || latest_invoice_id !== null;
}

/** Adding seats starts a new year at Stripe, but the guarantee counts from the first yearly period. */
function withFirstYear(subscription: Subscription, before: Subscription | null): Subscription {
  const first = before?.plan_since;
  const { plan_since } = subscription;
  if (first === undefined || plan_since === undefined) return subscription;
  return { ...subscription, plan_since: Math.min(first, plan_since) };
}

/** The end of the paid period plus the grace for the next payment, but never past the subscription's end. */
function leaseLimit(facts: SubscriptionFacts): Instant {
  const withGrace = Date.parse(fromEpochSeconds(facts.current_period_end)) + PAST_DUE_GRACE;
  const end = endsAt(facts);
  return end === null ? new Date(withGrace).toISOString() : earlier(fromEpochSeconds(end), withGrace);
}

const earlier = (instant: Instant, time: number): Instant =>
  new Date(Math.min(Date.parse(instant), time)).toISOString();

/** Stores a payment's current state. Drops the payment once it is neither refunded nor disputed. */
export function applyPayment(grant: Grant, payment: Trouble): Grant {
  const others = grant.troubles.filter((trouble) => trouble.paymentIntentId !== payment.paymentIntentId);
  const troubled = payment.refunded || payment.dispute !== null;
  const troubles = [...others, ...(troubled ? [payment] : [])].sort((a, b) =>
    a.paymentIntentId.localeCompare(b.paymentIntentId),
  );
  return withReasons({ ...grant, troubles });
}

/** Recomputes all reasons except "account", which the operator sets. Sorts them, so that equal sets compare equal. */
function withReasons(grant: Grant): Grant {
  const { subscription, troubles, entitlement, latestInvoiceId } = grant;
  const taken = troubles.flatMap((trouble) => takenBy(trouble, latestInvoiceId));
  const suspensions = new Set<Suspension>(entitlement.suspensions.filter((reason) => reason === "account"));
  const revocations = new Set<Revocation>();
  if (subscription && SUBSCRIPTION_GIVES[subscription.subscription_status] === "suspended")
    suspensions.add("payment");
  for (const { suspension, revocation } of taken) {
    if (suspension) suspensions.add(suspension);
    if (revocation) revocations.add(revocation);
  }
  return {
    ...grant,
    entitlement: {
      ...entitlement,
      ...(subscription && endOf(grant, subscription, revocations.size > 0)),
      suspensions: [...suspensions].sort(),
      revocations: [...revocations].sort(),
    },
  };
}

/**
 * Whether and when the grant ends. Stripe cannot undo the end of a subscription, so the customer keeps the rest of the
 * paid period if our refund fails, if the refund was for an earlier payment, or if we win a dispute on appeal.
 */
function endOf(
  { endedFor }: Grant,
  { subscription_status, current_period_end }: Subscription,
  isTaken: boolean,
): Pick<Entitlement, "ended" | "expiresAt"> {
  const gives = SUBSCRIPTION_GIVES[subscription_status];
  const isRestored = gives === "ended" && endedFor !== null && !isTaken;
  return {
    ended: !isRestored && (gives === "ended" || gives === "none"),
    expiresAt: isRestored ? fromEpochSeconds(current_period_end) : null,
  };
}

type Taken = { suspension: Suspension | null; revocation: Revocation | null };

function takenBy(trouble: Trouble, latestInvoiceId: string | null): Taken[] {
  const { dispute, refunded, isGift } = trouble;
  if (!isForNow(trouble, latestInvoiceId)) return [];
  return [
    ...(dispute === null ? [] : [TROUBLE_TAKES[`dispute ${dispute}`]]),
    ...(refunded && !isGift ? [TROUBLE_TAKES["refunded in full"]] : []),
  ];
}

/** Whether the payment pays for the current right: a subscription's latest payment, or a lifetime license's payment. */
export const isForNow = ({ invoiceId }: Trouble, latestInvoiceId: string | null): boolean =>
  invoiceId === null || invoiceId === latestInvoiceId;

export function revised(before: Grant, after: Grant, now: Date): Grant {
  if (isDeepStrictEqual(before, after)) return before;
  return { ...after, version: before.version + 1, updatedAt: now.toISOString() };
}
