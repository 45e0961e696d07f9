import type { Grant, Trouble } from "#shared/billing/grant.ts";
import { isOngoing } from "#shared/billing/subscription.ts";
import { transact } from "../platform/dynamo.ts";
import { stripe } from "../platform/stripe.ts";
import { decideSubscriptionFromNow } from "./decideFromNow.ts";
import type { Decision } from "./grantWrites.ts";
import { duplicateOf, othersOngoing, ownsLifetime } from "./rules.ts";
import { setCancelAtPeriodEnd } from "./setCancelAtPeriodEnd.ts";
import { fetchSubscription, type OwnSubscription } from "./stripeFacts.ts";
import { type Rights, readRights } from "./table.ts";

/** What to do about a subscription: write its grant, where there is one, or end what is bought a second time. */
export type Followed = { own: OwnSubscription; rights: Rights } & (
  | { kind: "duplicate" }
  | { kind: "decided"; decision: Decision | undefined }
);

/**
 * Whatever told of a subscription, this is what it leads to: the same for every event, and so in every order.
 * @param payment one of its payments, where that is what changed
 */
export async function followSubscription(
  given: OwnSubscription,
  now: Date,
  payment?: Trouble,
): Promise<Followed> {
  const { rights, others } = await lookAround(given, now);
  const { grants } = rights;
  if (duplicateOf(given.facts, grants)) return { kind: "duplicate", own: given, rights };
  const { own, decision } = await decideSubscriptionFromNow(
    await withoutRenewal(given, grants),
    rights,
    now,
    payment,
  );
  if (!decision) return { kind: "decided", own, rights, decision };
  const later = others.filter(({ facts }) => duplicateOf(facts, [...grants, decision.grant]));
  if (later.length === 0) return { kind: "decided", own, rights, decision };
  // Written before the others end, so that the event of their end finds what they are duplicates of.
  if (decision.writes.length > 0) await transact(decision.writes);
  for (const { facts } of later)
    await (await stripe()).subscriptions.cancel(facts.subscription_id, { prorate: false });
  return { kind: "decided", own, rights, decision: { ...decision, writes: [] } };
}

/**
 * All of the customer's grants, and their other subscriptions that go on. One that seems to is looked at first:
 * its end may be on its way to us, and then it makes no duplicate of this one, and its key is free to revive.
 */
async function lookAround(
  own: OwnSubscription,
  now: Date,
): Promise<{ rights: Rights; others: OwnSubscription[] }> {
  const rights = await readRights(own.userId);
  const known = othersOngoing(own.facts, rights.grants);
  if (known.length === 0) return { rights, others: [] };
  const others: OwnSubscription[] = [];
  for (const { subscription_id } of known) {
    const fetched = await fetchSubscription(subscription_id);
    if (!fetched) continue;
    const current = await readRights(own.userId);
    const { own: other, decision } = await decideSubscriptionFromNow(fetched, current, now);
    if (decision && decision.writes.length > 0) await transact(decision.writes);
    if (isOngoing(other.facts.subscription_status)) others.push(other);
  }
  return { rights: await readRights(own.userId), others };
}

/** Whoever came to own a lifetime licence pays no further month of the subscription that they had before. */
async function withoutRenewal(own: OwnSubscription, grants: Grant[]): Promise<OwnSubscription> {
  const { subscription_id, subscription_status, cancel_at_period_end } = own.facts;
  if (!ownsLifetime(grants) || !isOngoing(subscription_status) || cancel_at_period_end) return own;
  await setCancelAtPeriodEnd(subscription_id, true);
  return (await fetchSubscription(subscription_id)) ?? own;
}
