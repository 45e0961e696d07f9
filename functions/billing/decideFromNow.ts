import type { Trouble } from "#shared/billing/grant.ts";
import { type Decision, decideLifetime, decideSubscription } from "./grantWrites.ts";
import { fetchPayment, type OwnPayment } from "./paymentFacts.ts";
import { fetchSubscription, type OwnSubscription } from "./stripeFacts.ts";
import type { Rights } from "./table.ts";

/*
 * Stripe is read before our rows are, as it says whose they are. By then another may have written something newer,
 * and a condition on the row's version would not see that what was read of Stripe is older than the row. So before
 * a grant that exists is changed, Stripe is asked once more, after the rows: what it says now is newer than them,
 * and what is written after them ends in a conflict. Where nothing is to change, as mostly, that costs no request.
 */

/** The grant of a subscription, and the subscription as it then is. @param rights as read a moment ago */
export async function decideSubscriptionFromNow(
  known: OwnSubscription,
  rights: Rights,
  now: Date,
  payment?: Trouble,
): Promise<{ own: OwnSubscription; decision: Decision | undefined }> {
  const decision = decideSubscription(known, rights, now, payment);
  if (!changesGrant(decision)) return { own: known, decision };
  const { own, trouble } = payment ? await askByPayment(payment, known) : await ask(known);
  return { own, decision: decideSubscription(own, rights, now, trouble) };
}

/** The grant of a lifetime licence. @param rights as read a moment ago */
export async function decideLifetimeFromNow(known: OwnPayment, rights: Rights, now: Date): Promise<Decision> {
  const decision = decideLifetime(known, rights, now);
  if (!changesGrant(decision)) return decision;
  return decideLifetime((await fetchPayment(known.trouble.paymentIntentId)) ?? known, rights, now);
}

/** What is new makes a conflict of its own where another was faster. */
const changesGrant = (decision: Decision | undefined): boolean =>
  decision !== undefined && !decision.isNew && decision.writes.length > 0;

type Asked = { own: OwnSubscription; trouble?: Trouble };

async function ask(known: OwnSubscription): Promise<Asked> {
  return { own: (await fetchSubscription(known.facts.subscription_id)) ?? known };
}

async function askByPayment(payment: Trouble, known: OwnSubscription): Promise<Asked> {
  const fetched = await fetchPayment(payment.paymentIntentId);
  if (fetched?.bought.kind !== "subscription") return { own: known, trouble: payment };
  return { own: fetched.bought.subscription, trouble: fetched.trouble };
}
