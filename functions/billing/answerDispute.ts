import type Stripe from "stripe";
import { FRESH_FOR_MONEY } from "#shared/accounts/freshSignIn.ts";
import { answerDispute } from "#shared/billing/disputes.ts";
import { AppError } from "#shared/errors.ts";
import { RESULT, recordAudit } from "../audit/table.ts";
import { requireFreshSignIn } from "../platform/freshSignIn.ts";
import { http } from "../platform/http.ts";
import { retrieveDispute, sendEvidence, uploadEvidence } from "../platform/stripe.ts";
import { statementOf, toDispute } from "./disputes/facts.ts";
import { textPdf } from "./disputes/pdf.ts";

/** Submitting decides about money and happens once, so its intent is audited before Stripe is asked. */
export const handler = http(answerDispute)(async ({ input, caller, now }) => {
  const { disputeId, evidence, submit } = input;
  if (submit) requireFreshSignIn(caller, FRESH_FOR_MONEY, now);
  const before = toDispute(await retrieveDispute(disputeId), now);
  if (!before.can_answer)
    throw new AppError("CONFLICT", "This dispute can no longer be answered. Nothing was sent.");
  const answered = (dispute: Stripe.Dispute) => ({
    dispute: { ...toDispute(dispute, now), user_id: before.user_id },
  });
  if (!submit) return answered(await sendEvidence(disputeId, evidence, false));
  const change = {
    operator: caller.userId,
    action: "billing/answerDispute",
    subject: `dispute#${disputeId}`,
    userId: before.user_id ?? undefined,
  };
  await recordAudit({
    ...change,
    before: { status: before.status },
    after: { asked: { submit } },
    at: now.toISOString(),
  });
  const file = await uploadEvidence(disputeId, textPdf(statementOf(before, evidence)));
  const sent = await sendEvidence(disputeId, { ...evidence, uncategorized_file: file }, true);
  await recordAudit({
    ...change,
    before: { status: before.status },
    after: { status: sent.status, file },
    at: new Date(now.getTime() + 1).toISOString(),
    note: RESULT,
  });
  return answered(sent);
});
