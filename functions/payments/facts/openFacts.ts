import { openRights, type Rights } from "../../grants/index.ts";
import type { Reading } from "../../platform/reading.ts";
import { ownerOfPayment, ownerOfSubscription } from "./owners.ts";
import { fetchPayment, type OwnPayment } from "./paymentFacts.ts";
import { fetchSubscription, type OwnSubscription } from "./stripeFacts.ts";

/** What Stripe shows, and the owner's rights, which were read before Stripe was asked. */
export type Opened<T> = { own: T; rights: Rights };

/** @returns undefined if the subscription is not ours */
export async function openSubscription(subscriptionId: string): Promise<Opened<OwnSubscription> | undefined> {
  const userId = await ownerOfSubscription(subscriptionId);
  return openFor(userId, (reading) => fetchSubscription(reading, subscriptionId));
}

/** @returns undefined if the payment bought nothing of ours */
export async function openPayment(paymentIntentId: string): Promise<Opened<OwnPayment> | undefined> {
  const userId = await ownerOfPayment(paymentIntentId);
  return openFor(userId, (reading) => fetchPayment(reading, paymentIntentId));
}

/** @param userId the presumed owner; if Stripe names another user, the reading starts over */
export async function openFor<T extends { userId: string }>(
  userId: string | undefined,
  fetch: (reading: Reading) => Promise<T | undefined>,
): Promise<Opened<T> | undefined> {
  if (userId === undefined) return undefined;
  const { rights, reading } = await openRights(userId);
  const own = await fetch(reading);
  if (own && own.userId !== userId) return openFor(own.userId, fetch);
  return own && { own, rights };
}
