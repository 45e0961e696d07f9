import type { Trouble } from "#shared/grants/grant.ts";
import { isOngoing } from "#shared/subscriptions/subscription.ts";
import { duplicateOf, othersOngoing, type Rights, readRights } from "../../grants/index.ts";
import { fetchSubscription, type Opened, type OwnSubscription, stepFor } from "../../payments/index.ts";
import { endAs, steer } from "../atStripe/steer.ts";
import { type Decision, decideSubscription } from "./grantWrites.ts";

/** What to do about a subscription: write its grant, where there is one, or end what is bought a second time. */
export type Followed = Opened<OwnSubscription> &
  ({ kind: "duplicate" } | { kind: "decided"; decision: Decision | undefined });

/**
 * The one consequence of every event about a subscription, so the order of events does not matter. Stripe learns
 * immediately what to collect: a withdrawn right is not charged for again.
 * @param payment one of its payments, where that is what changed
 */
export async function followSubscription(
  opened: Opened<OwnSubscription>,
  now: Date,
  payment?: Trouble,
): Promise<Followed> {
  const { own } = opened;
  const { rights, others } = await lookAround(opened, now);
  const { grants, givenAt } = rights;
  if (own.collection.isDuplicate || duplicateOf(own.facts, grants)) return { kind: "duplicate", own, rights };
  const decision = decideSubscription(own, rights, now, payment);
  if (!decision) {
    // Never paid, so never granted: what it left open must not be paid once it has ended.
    await steer(own, stepFor(own, undefined, grants), now, givenAt);
    return { kind: "decided", own, rights, decision };
  }
  const later = others.filter(({ facts }) => duplicateOf(facts, [...grants, decision.grant]));
  const step = stepFor(own, decision.grant, grants);
  if (later.length === 0 && step.kind === "none") return { kind: "decided", own, rights, decision };
  // Written before the others end, so that the event of their end finds what they are duplicates of; and before the
  // call to Stripe, which depends on the rights as they are now.
  await own.reading.commit(decision.writes);
  for (const { facts } of later) await endAs(facts.subscription_id, "duplicate");
  await steer(own, step, now, givenAt);
  const after = (await fetchSubscription(own.reading, own.facts.subscription_id)) ?? own;
  const then = decideSubscription(after, await readRights(own.userId), now, payment);
  return { kind: "decided", own: after, rights, decision: then };
}

/**
 * All of the customer's grants, and their other ongoing subscriptions. Asks Stripe about each of these first: one
 * whose end is still on its way to us makes no duplicate of this one, and its key is free to revive.
 */
async function lookAround(
  { own, rights: known }: Opened<OwnSubscription>,
  now: Date,
): Promise<{ rights: Rights; others: OwnSubscription[] }> {
  let rights = known;
  const others: OwnSubscription[] = [];
  for (const { subscription_id } of othersOngoing(own.facts, known.grants)) {
    const other = await fetchSubscription(own.reading, subscription_id);
    if (!other) continue;
    const decision = decideSubscription(other, rights, now);
    if (decision && decision.writes.length > 0) {
      await own.reading.commit(decision.writes);
      rights = await readRights(own.userId);
    }
    if (isOngoing(other.facts.subscription_status)) others.push(other);
  }
  return { rights, others };
}
