import type { Trouble } from "#shared/grants/grant.ts";
import { isOngoing } from "#shared/subscriptions/subscription.ts";
import { duplicateOf, othersOngoing, type Rights, readRights } from "../../grants/index.ts";
import { fetchSubscription, type Opened, type OwnSubscription, stepFor } from "../../payments/index.ts";
import { endAs, steer } from "../atStripe/steer.ts";
import { type Decision, decideSubscription } from "./grantWrites.ts";

export type Followed = Opened<OwnSubscription> &
  ({ kind: "duplicate" } | { kind: "decided"; decision: Decision | undefined });

/**
 * Handles every event about a subscription in the same way, so their order does not matter. Steers Stripe immediately,
 * so that it stops charging for a right that was withdrawn.
 * @param payment the changed payment, if the event is about one
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
    // Never paid and never granted. If the subscription is over, voids its open invoices, so that nobody pays them.
    await steer(own, stepFor(own, undefined, grants), now, givenAt);
    return { kind: "decided", own, rights, decision };
  }
  const later = others.filter(({ facts }) => duplicateOf(facts, [...grants, decision.grant]));
  const step = stepFor(own, decision.grant, grants);
  if (later.length === 0 && step.kind === "none") return { kind: "decided", own, rights, decision };
  // Commits first: when the later subscriptions end, their events must find the grant that makes them duplicates, and
  // the decision after steering must read the new rights.
  await own.reading.commit(decision.writes);
  for (const { facts } of later) await endAs(facts.subscription_id, "duplicate");
  await steer(own, step, now, givenAt);
  const after = (await fetchSubscription(own.reading, own.facts.subscription_id)) ?? own;
  const then = decideSubscription(after, await readRights(own.userId), now, payment);
  return { kind: "decided", own: after, rights, decision: then };
}

/**
 * The customer's rights and other ongoing subscriptions. Reads the other subscriptions at Stripe first, because the
 * event of a subscription's end may be late. This subscription is no duplicate of one that has ended, and can take over
 * its key.
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
