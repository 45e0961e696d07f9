import type { Account } from "../http/index.ts";
import { listLicenses } from "../licenses/index.ts";
import { cardOf } from "../payments/index.ts";
import { isCustomerGone, stripe } from "../platform/stripe.ts";
import { forgetMarks, namesOf } from "./table.ts";

/** The last payments: a person who tries one card after another has a newest one too. */
const LOOKED_AT = 10;

/**
 * The names of the person who has an account. An unproven address names nobody: it may be a stranger's.
 * @param paidBy cards that are theirs too, however many they tried since
 */
export async function personOf(user: Account, paidBy: readonly string[] = []): Promise<string[]> {
  const [cards, computers] = await Promise.all([cardsOf(user.stripeCustomerId), computersOf(user.userId)]);
  const address = user.emailConfirmed ? user.normalisedEmail : null;
  return namesOf({ address, cards: [...paidBy, ...cards], computers });
}

/** The cards that a customer paid with, or tried to. */
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

/** The computers that have been on the person's seats: leaving a seat makes nobody another person. */
export async function computersOf(userId: string): Promise<string[]> {
  const { licenses } = await listLicenses(userId, undefined);
  return licenses.flatMap(({ device, visits }) => [
    ...(device ? [device.fingerprint] : []),
    ...visits.map(({ fingerprint }) => fingerprint).toReversed(),
  ]);
}

/** Of an account that is deleted, while Stripe still knows its cards. What counts under the person's names stays. */
export async function forgetNames(user: Account): Promise<void> {
  await forgetMarks(user.userId, await personOf(user));
}
