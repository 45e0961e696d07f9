import { callKey } from "../../platform/callKey.ts";
import { stripe } from "../../platform/stripe.ts";
import { dropStripeCustomer, keepStripeCustomer, type User } from "../../users/index.ts";

type AtStripe = { customer: string; isNew: boolean };

export async function customerOf(user: User): Promise<AtStripe> {
  const { stripeCustomerId } = user;
  return stripeCustomerId === null
    ? makeCustomer(user, user.lostStripeCustomer)
    : { customer: stripeCustomerId, isNew: false };
}

/** Replaces a customer that was deleted at Stripe, because the event about the deletion may not have reached us yet. */
export async function anotherCustomer(user: User, gone: string): Promise<string> {
  await dropStripeCustomer(user.userId, gone);
  return (await makeCustomer(user, gone)).customer;
}

/**
 * One customer per account, ensured by the idempotency key and the conditional write. For a day, Stripe replays a key's
 * first response, even if that customer was deleted, so the key includes `gone`.
 * @param gone the previous customer, deleted at Stripe
 */
async function makeCustomer(user: User, gone: string | null): Promise<AtStripe> {
  const params = { email: user.email, metadata: { userId: user.userId } };
  const name = `customer-${user.userId}${gone === null ? "" : `-after-${gone}`}`;
  const { customers } = await stripe();
  const created = await customers.create(params, { idempotencyKey: callKey(name, params) });
  return (await keepStripeCustomer(user.userId, created.id)) ?? makeCustomer(user, created.id);
}
