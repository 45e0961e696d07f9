import type { Account } from "../http/index.ts";
import { listLicenses } from "../licenses/index.ts";
import { cardOf } from "../payments/index.ts";
import { isCustomerGone, stripe } from "../platform/stripe.ts";
import { forgetMarks, namesOf } from "./table.ts";

/** How many of the customer's payments are searched for cards, newest first. Failed payments count, too. */
const LOOKED_AT = 10;

/**
 * The hashes that identify the person behind an account. Omits an unconfirmed address, because it may belong to someone
 * else.
 * @param paidBy cards to include even if they are not among the latest payments
 */
export async function personOf(user: Account, paidBy: readonly string[] = []): Promise<string[]> {
  const [cards, computers] = await Promise.all([cardsOf(user.stripeCustomerId), computersOf(user.userId)]);
  const address = user.emailConfirmed ? user.normalisedEmail : null;
  return namesOf({ address, cards: [...paidBy, ...cards], computers });
}

export async function cardsOf(customer: string | null): Promise<string[]> {
  if (customer === null) return [];
  const { paymentIntents } = await stripe();
  try {
    const { data } = await paymentIntents.list({
      customer,
      limit: LOOKED_AT,
      expand: ["data.latest_charge"],
    });
    return data.flatMap((intent) => cardOf(intent) ?? []);
  } catch (error) {
    if (!isCustomerGone(error)) throw error;
    return [];
  }
}

/** The computers that are or were on the account's newest seats (one page of `listLicenses`). */
export async function computersOf(userId: string): Promise<string[]> {
  const { licenses } = await listLicenses(userId, undefined);
  return licenses.flatMap(({ device, visits }) => [
    ...(device ? [device.fingerprint] : []),
    ...visits.map(({ fingerprint }) => fingerprint).toReversed(),
  ]);
}

/**
 * Removes a deleted account's marks. Call it while Stripe still has the cards. The person's other accounts keep their
 * marks.
 */
export async function forgetNames(user: Account): Promise<void> {
  await forgetMarks(user.userId, await personOf(user));
}
