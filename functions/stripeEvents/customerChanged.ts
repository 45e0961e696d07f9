import type Stripe from "stripe";
import { listGrants, ongoingSubscriptions } from "../grants/index.ts";
import { chargeTo, forgetCustomer, newestCard, stillOngoing } from "../subscriptions/index.ts";
import { findUser } from "../users/index.ts";
import type { EventWork } from "./work.ts";

/** customer.deleted: reads the owner from the event, because Stripe keeps only the id of a deleted customer. */
export async function customerDeleted(event: Stripe.CustomerDeletedEvent, now: Date): Promise<EventWork> {
  const { id, metadata } = event.data.object;
  const user = metadata.userId ? await findUser(metadata.userId) : undefined;
  if (user?.stripeCustomerId !== id) return { ignored: "not one of our customers" };
  return (await forgetCustomer(user.userId, id, now)) ? {} : { ignored: "not deleted" };
}

/** customer.updated: the card chosen in Stripe's portal pays for the subscriptions from now on. */
export async function customerUpdated(event: Stripe.CustomerUpdatedEvent): Promise<EventWork> {
  const { id, metadata } = event.data.object;
  if (!event.data.previous_attributes?.invoice_settings) return { ignored: "no other card" };
  const user = metadata.userId ? await findUser(metadata.userId) : undefined;
  if (user?.stripeCustomerId !== id) return { ignored: "not one of our customers" };
  const card = await newestCard(id);
  const known = ongoingSubscriptions(await listGrants(user.userId));
  const ids = known.map(({ subscription_id }) => subscription_id);
  if (card !== null) await chargeTo(card, await stillOngoing(ids));
  return {};
}
