import { callKey } from "../../platform/callKey.ts";
import { stripe } from "../../platform/stripe.ts";
import { dropStripeCustomer, keepStripeCustomer, type User } from "../../users/index.ts";

type AtStripe = { customer: string; isNew: boolean };

/** The account's customer at Stripe, made where it has none. */
export async function customerOf(user: User): Promise<AtStripe> {
  const { stripeCustomerId } = user;
  return stripeCustomerId === null
    ? makeCustomer(user, user.lostStripeCustomer)
    : { customer: stripeCustomerId, isNew: false };
}

/** Where the customer was deleted at Stripe, of which no event has told us yet, another one takes its place. */
export async function anotherCustomer(user: User, gone: string): Promise<string> {
  await dropStripeCustomer(user.userId, gone);
  return (await makeCustomer(user, gone)).customer;
}

/**
 * One customer an account: the idempotency key and the conditional write both hold it. For a day, Stripe answers a
 * repeated key with the first customer, even where that one was deleted since.
 * @param gone the one before, which Stripe has deleted
 */
async function makeCustomer(user: User, gone: string | null): Promise<AtStripe> {
  const params = { email: user.email, metadata: { userId: user.userId } };
  const name = `customer-${user.userId}${gone === null ? "" : `-after-${gone}`}`;
  const { customers } = await stripe();
  const created = await customers.create(params, { idempotencyKey: callKey(name, params) });
  return (await keepStripeCustomer(user.userId, created.id)) ?? makeCustomer(user, created.id);
}
