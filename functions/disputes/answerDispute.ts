import { answerDispute } from "#shared/disputes/operator.ts";
import { FRESH_FOR_MONEY } from "#shared/endpoint.ts";
import { AppError } from "#shared/errors.ts";
import { auditAround } from "../audit/index.ts";
import { http, requireFreshSignIn } from "../http/index.ts";
import { retrieveDispute, sendEvidence } from "./atStripe.ts";
import { toDispute } from "./facts.ts";

/** Audits before it asks Stripe, because submitting is final and a draft replaces the previous draft. */
export const handler = http(answerDispute)(async ({ input, caller, now }) => {
  const { disputeId, evidence, submit } = input;
  if (submit) requireFreshSignIn(caller, FRESH_FOR_MONEY, now);
  const before = toDispute(await retrieveDispute(disputeId), now);
  if (!before.can_answer)
    throw new AppError("CONFLICT", "This dispute cannot be answered. Nothing was sent.");
  const { sent } = await auditAround(
    {
      operator: caller.userId,
      action: "disputes/answerDispute",
      subject: `dispute#${disputeId}`,
      userId: before.user_id ?? undefined,
      before: { status: before.status },
      at: now.toISOString(),
    },
    { submit },
    async () => ({ sent: await sendEvidence(disputeId, evidence, submit) }),
    ({ sent }) => ({ status: sent.status }),
  );
  return { dispute: { ...toDispute(sent, now), user_id: before.user_id } };
});
