import { deleteAccount } from "#shared/customers/customer.ts";
import type { Erasure } from "#shared/customers/personalData.ts";
import { AppError } from "#shared/errors.ts";
import { requireTypedAddress } from "../accounts/index.ts";
import { http } from "../http/index.ts";
import { isPayoutUnderWay } from "../payouts/index.ts";
import { env } from "../platform/env.ts";
import { enqueue } from "../platform/queue.ts";
import { markDeleted } from "../users/index.ts";
import { isPaymentUnderWay } from "./leaving/paymentUnderWay.ts";

/**
 * Refuses while a payout or the payment for a held unit is pending: without the account, we could not report a failure
 * or deliver the purchase. The queue retries a deletion that fails.
 */
export const handler = http(deleteAccount)(async ({ input, caller, now }) => {
  requireTypedAddress(input.email, caller.user);
  if (await isPayoutUnderWay(caller.userId))
    throw new AppError(
      "CONFLICT",
      "You have a payout in progress. You can delete your account once it has arrived or been rejected.",
    );
  if (await isPaymentUnderWay(caller.userId))
    throw new AppError(
      "CONFLICT",
      "You have a payment in progress. You can delete your account once it has succeeded or failed.",
    );
  const erasure: Erasure = { userId: caller.userId, requestedAt: now.toISOString() };
  await enqueue(env("ERASURES_QUEUE_URL"), [erasure]);
  // The worker also marks the account as deleted. Marking the account here ends every session before this call returns.
  await markDeleted(caller.userId, erasure.requestedAt);
  return { ok: true as const };
});
