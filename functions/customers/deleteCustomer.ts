import { deleteCustomer } from "#shared/customers/operator.ts";
import type { Erasure } from "#shared/customers/personalData.ts";
import { AppError } from "#shared/errors.ts";
import { requireTypedAddress } from "../accounts/index.ts";
import { recordAudit } from "../audit/index.ts";
import { http } from "../http/index.ts";
import { isPayoutUnderWay } from "../payouts/index.ts";
import { env } from "../platform/env.ts";
import { enqueue } from "../platform/queue.ts";
import { findUser, markDeleted } from "../users/index.ts";
import { isPaymentUnderWay } from "./leaving/paymentUnderWay.ts";

/** Uses the same queue as customers who delete their own account. Audits the deletion without personal data. */
export const handler = http(deleteCustomer)(async ({ input: { userId, email, note }, caller, now }) => {
  const user = await findUser(userId);
  if (!user) throw new AppError("NOT_FOUND", "There is no such user.", { field: "userId" });
  requireTypedAddress(email, user);
  if (await isPayoutUnderWay(userId))
    throw new AppError(
      "CONFLICT",
      "This user has a payout in progress. Cancel it, or wait until it has arrived.",
    );
  if (await isPaymentUnderWay(userId))
    throw new AppError(
      "CONFLICT",
      "This user has a payment in progress. Wait until it has succeeded or failed.",
    );
  const at = now.toISOString();
  await recordAudit({
    operator: caller.userId,
    action: "customers/deleteCustomer",
    subject: `user#${userId}`,
    userId,
    before: null,
    after: null,
    at,
    ...(note === "" ? {} : { note }),
  });
  const erasure: Erasure = { userId, requestedAt: at };
  await enqueue(env("ERASURES_QUEUE_URL"), [erasure]);
  await markDeleted(userId, at);
  return { ok: true as const };
});
