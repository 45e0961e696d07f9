import { MINUTE } from "#shared/instant.ts";
import { closeSettlement, findSettlement, findSuspension, listOpenSettlements } from "../../grants/index.ts";
import { closeCheckouts } from "../../payments/index.ts";
import { log } from "../../platform/log.ts";
import { stripe } from "../../platform/stripe.ts";
import { dropStripeCustomer, findUser, type User } from "../../users/index.ts";
import { settleSubscriptions } from "./storeSubscriptions.ts";

/** Longer than any call can run, so the original call has ended. */
const ABANDONED_AFTER = 5 * MINUTE;

/** Makes Stripe follow the customer's current rights. Idempotent. */
export async function settleCustomer({ userId, stripeCustomerId }: User, now: Date): Promise<void> {
  const intended = await findSettlement(userId);
  const suspended = await findSuspension(userId);
  if (suspended && stripeCustomerId !== null) await closeCheckouts(stripeCustomerId);
  await settleSubscriptions(userId, suspended?.subscription === "cancel", now, stripeCustomerId);
  if (intended) await closeSettlement(intended);
}

/** Finishes settlements whose call failed after it had changed the right, even if no stream reported the change. */
export async function finishSettlements(now: Date): Promise<number> {
  const abandoned = await listOpenSettlements(new Date(now.getTime() - ABANDONED_AFTER).toISOString());
  for (const settlement of abandoned) {
    try {
      const user = await findUser(settlement.userId);
      // Deleting an account settles everything.
      if (user?.deletedAt === null) await settleCustomer(user, now);
      else await closeSettlement(settlement);
    } catch (error) {
      log.error("settlement.notFinished", error, { user: settlement.userId });
    }
  }
  return abandoned.length;
}

/**
 * Removes the account's link to a customer that was deleted at Stripe, and stores that the customer's subscriptions
 * have ended. Stripe cannot undo a deletion, so the next purchase creates another customer.
 * @returns false if Stripe still has the customer
 */
export async function forgetCustomer(userId: string, customerId: string, now: Date): Promise<boolean> {
  const { deleted } = await (await stripe()).customers.retrieve(customerId);
  if (!deleted) return false;
  // Settles before it removes the link, so that a retry after a failure does both.
  await settleSubscriptions(userId, false, now);
  await dropStripeCustomer(userId, customerId);
  return true;
}
