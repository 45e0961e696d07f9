import type Stripe from "stripe";
import { dropStripeCustomer, findUser } from "../../accounts/table.ts";
import { stripe } from "../../platform/stripe.ts";
import { chargeTo, newestCard } from "../collecting/useCard.ts";
import { settleSubscriptions } from "../collection/table.ts";
import { ongoingSubscriptions } from "../rules.ts";
import { listGrants } from "../table.ts";
import type { EventWork } from "./work.ts";

/**
 * customer.deleted cannot be undone: the account's link to it goes, so that the next purchase makes another one, and
 * the subscriptions that ended with it are stored as ended. A deleted customer shows nothing but its id, so the event
 * says whose it was.
 */
export async function customerDeleted(event: Stripe.CustomerDeletedEvent, now: Date): Promise<EventWork> {
  const { id, metadata } = event.data.object;
  const user = metadata.userId ? await findUser(metadata.userId) : undefined;
  if (user?.stripeCustomerId !== id) return { ignored: "nobody's customer" };
  const found = await (await stripe()).customers.retrieve(id);
  if (!found.deleted) return { ignored: "not deleted" };
  await dropStripeCustomer(user.userId, id);
  await settleSubscriptions(user.userId, false, now);
  return {};
}

/** customer.updated: a card that was chosen in Stripe's portal pays the subscriptions from now on. */
export async function customerUpdated(event: Stripe.CustomerUpdatedEvent): Promise<EventWork> {
  const { id, metadata } = event.data.object;
  if (!event.data.previous_attributes?.invoice_settings) return { ignored: "no other card" };
  const user = metadata.userId ? await findUser(metadata.userId) : undefined;
  if (user?.stripeCustomerId !== id) return { ignored: "nobody's customer" };
  const card = await newestCard(id);
  const ongoing = ongoingSubscriptions(await listGrants(user.userId));
  if (card !== null)
    await chargeTo(
      card,
      ongoing.map(({ subscription_id }) => subscription_id),
    );
  return {};
}
