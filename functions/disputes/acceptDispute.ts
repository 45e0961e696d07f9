import { acceptDispute } from "#shared/disputes/operator.ts";
import { AppError } from "#shared/errors.ts";
import { auditAround } from "../audit/index.ts";
import { http } from "../http/index.ts";
import { concedeDispute, retrieveDispute } from "./atStripe.ts";
import { toDispute } from "./facts.ts";

/** Audits before it asks Stripe, because accepting gives up the money. The webhook ends the right that was paid for. */
export const handler = http(acceptDispute)(async ({ input: { disputeId }, caller, now }) => {
  const before = toDispute(await retrieveDispute(disputeId), now);
  if (before.is_inquiry)
    throw new AppError("CONFLICT", "This is an inquiry: refund the payment to end it without a fee.");
  if (before.status !== "needs_response")
    throw new AppError("CONFLICT", "This dispute can no longer be accepted. Nothing was changed.");
  const dispute = await auditAround(
    {
      operator: caller.userId,
      action: "disputes/acceptDispute",
      subject: `dispute#${disputeId}`,
      userId: before.user_id ?? undefined,
      before: { status: before.status },
      at: now.toISOString(),
    },
    "accept",
    async () => toDispute(await concedeDispute(disputeId), now),
    ({ status }) => ({ status }),
  );
  return { dispute: { ...dispute, user_id: before.user_id } };
});
