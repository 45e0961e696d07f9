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

/** What an operator gives by hand, until then or for good. A suspended account's is suspended with it. */
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

/** The operator's reason put on or lifted; the others stay. */
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
 * @param key a new one, or that of the subscription whose unused days came off the price
 * @param paidAt when Stripe took the money: what was bought before it counts as earlier, whenever it is handled
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

/** What Stripe shows of a subscription, read fresh: never an event's payload. */
export type SubscriptionFacts = Subscription & {
  /** When it was made, epoch seconds: never moves, as its periods do. */
  created: number;
  /** When the oldest unpaid invoice fell due, epoch seconds; null while nothing is owed. */
  past_due_since: number | null;
  /** The last one that was paid. */
  latest_invoice_id: string | null;
  /** Why we ended it; null where we did not. */
  ended_for: Grant["endedFor"];
  /** When it ended, epoch seconds; null while it runs. */
  ended_at: number | null;
};

/**
 * The subscription's grant after reading `facts`. The same facts give the same grant, however often and in whatever
 * order they are read.
 * @param key for a grant that is new: a new key, or that of an earlier subscription, which it revives
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
 * Whether it has ever given anything. Stripe makes a subscription active while the bank debit for its first invoice is on
 * its way (laravel/cashier-stripe#1689): nothing is granted before the money is there.
 */
export function hasBegun({ subscription_status, latest_invoice_id }: SubscriptionFacts): boolean {
  if (SUBSCRIPTION_GIVES[subscription_status] === "none") return false;
  return subscription_status === "trialing" || latest_invoice_id !== null;
}

/**
 * Adding seats to a yearly plan begins another year at Stripe. The guarantee counts from the first one, for as long as
 * the plan stays yearly.
 */
function withFirstYear(subscription: Subscription, before: Subscription | null): Subscription {
  const first = before?.plan_since;
  const { plan_since } = subscription;
  if (first === undefined || plan_since === undefined) return subscription;
  return { ...subscription, plan_since: Math.min(first, plan_since) };
}

/** What is paid for, and the grace where another payment is to come, but never past the subscription's end. */
function leaseLimit(facts: SubscriptionFacts): Instant {
  const withGrace = Date.parse(fromEpochSeconds(facts.current_period_end)) + PAST_DUE_GRACE;
  const end = endsAt(facts);
  return end === null ? new Date(withGrace).toISOString() : earlier(fromEpochSeconds(end), withGrace);
}

const earlier = (instant: Instant, time: number): Instant =>
  new Date(Math.min(Date.parse(instant), time)).toISOString();

/** A payment as it stands now: refunded, disputed, or in order again. */
export function applyPayment(grant: Grant, payment: Trouble): Grant {
  const others = grant.troubles.filter((trouble) => trouble.paymentIntentId !== payment.paymentIntentId);
  const troubled = payment.refunded || payment.dispute !== null;
  const troubles = [...others, ...(troubled ? [payment] : [])].sort((a, b) =>
    a.paymentIntentId.localeCompare(b.paymentIntentId),
  );
  return withReasons({ ...grant, troubles });
}

/**
 * The reasons against a grant, derived from its subscription and payments each time; "account" is
 * the operator's and stays as it is. Sorted, so that equal sets are equal.
 */
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
 * Whether the subscription is over. One that we ended for a refund which failed afterwards, or which was of an earlier
 * payment, or for a dispute that was won on appeal, gives what was paid for: the rest of its period, although Stripe
 * cannot take its end back.
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

/** Whether a payment is what the right stands on now: the last one of a subscription, or the only one. */
export const isForNow = ({ invoiceId }: Trouble, latestInvoiceId: string | null): boolean =>
  invoiceId === null || invoiceId === latestInvoiceId;

/** The next version of a grant, or the very one that was read where nothing is different. */
export function revised(before: Grant, after: Grant, now: Date): Grant {
  if (isDeepStrictEqual(before, after)) return before;
  return { ...after, version: before.version + 1, updatedAt: now.toISOString() };
}
