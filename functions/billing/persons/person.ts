import type { User } from "../../accounts/table.ts";
import { listLicenses } from "../../licenses/table.ts";
import { isCustomerGone, stripe } from "../../platform/stripe.ts";
import { namesOf } from "../tables/persons.ts";

/** The last payments: a person who tries one card after another has a newest one too. */
const LOOKED_AT = 10;

/** The names of the person who has an account. An unproven address names nobody: it may be a stranger's. */
export async function personOf(user: User): Promise<string[]> {
  const [cards, computers] = await Promise.all([cardsOf(user.stripeCustomerId), computersOf(user.userId)]);
  return namesOf({ address: user.emailConfirmed ? user.normalisedEmail : null, cards, computers });
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
    return data.flatMap(({ latest_charge: charge }) =>
      charge === null || typeof charge === "string"
        ? []
        : (charge.payment_method_details?.card?.fingerprint ?? []),
    );
  } catch (error) {
    if (!isCustomerGone(error)) throw error;
    return [];
  }
}

/** The computers on the person's seats. */
export async function computersOf(userId: string): Promise<string[]> {
  const { licenses } = await listLicenses(userId, undefined);
  return licenses.flatMap(({ device }) => device?.fingerprint ?? []);
}
