import { MINUTE } from "#shared/instant.ts";
import { closeSettlement, findSettlement, findSuspension, listOpenSettlements } from "../../grants/index.ts";
import { closeCheckouts } from "../../payments/index.ts";
import { log } from "../../platform/log.ts";
import { findUser, type User } from "../../users/index.ts";
import { settleSubscriptions } from "./settleSubscriptions.ts";

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
