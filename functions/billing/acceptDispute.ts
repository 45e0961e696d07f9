import { FRESH_FOR_MONEY } from "#shared/accounts/freshSignIn.ts";
import { acceptDispute } from "#shared/billing/disputes.ts";
import { AppError } from "#shared/errors.ts";
import { RESULT, recordAudit } from "../audit/table.ts";
import { requireFreshSignIn } from "../platform/freshSignIn.ts";
import { http } from "../platform/http.ts";
import { concedeDispute, retrieveDispute } from "../platform/stripe.ts";
import { toDispute } from "./disputes/facts.ts";

/** Gives the money up, so the intent is audited before Stripe is asked. What it bought follows by the webhook. */
export const handler = http(acceptDispute)(async ({ input: { disputeId }, caller, now }) => {
  requireFreshSignIn(caller, FRESH_FOR_MONEY, now);
  const before = toDispute(await retrieveDispute(disputeId), now);
  if (before.is_inquiry)
    throw new AppError("CONFLICT", "This is an inquiry: refund the payment to end it without a fee.");
  if (before.status !== "needs_response")
    throw new AppError("CONFLICT", "This dispute is not open. Nothing was changed.");
  const change = {
    operator: caller.userId,
    action: "billing/acceptDispute",
    subject: `dispute#${disputeId}`,
    userId: before.user_id ?? undefined,
    before: { status: before.status },
  };
  await recordAudit({ ...change, after: { asked: "accept" }, at: now.toISOString() });
  const dispute = toDispute(await concedeDispute(disputeId), now);
  const at = new Date(now.getTime() + 1).toISOString();
  await recordAudit({ ...change, after: { status: dispute.status }, at, note: RESULT });
  return { dispute: { ...dispute, user_id: before.user_id } };
});
