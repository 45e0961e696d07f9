import type Stripe from "stripe";
import { answerDispute, type Dispute, type Evidence } from "#shared/billing/disputes.ts";
import { FRESH_FOR_MONEY } from "#shared/endpoint.ts";
import { AppError } from "#shared/errors.ts";
import { auditAround } from "../audit/table.ts";
import { requireFreshSignIn } from "../platform/freshSignIn.ts";
import { http } from "../platform/http.ts";
import { retrieveDispute, sendEvidence, uploadEvidence } from "../platform/stripe.ts";
import { textPdf } from "../platform/textPdf.ts";
import { statementOf, toDispute } from "./disputes/facts.ts";

/** Submitting happens once, and a draft replaces the one before, so the intent is audited before Stripe is asked. */
export const handler = http(answerDispute)(async ({ input, caller, now }) => {
  const { disputeId, evidence, submit } = input;
  if (submit) requireFreshSignIn(caller, FRESH_FOR_MONEY, now);
  const before = toDispute(await retrieveDispute(disputeId), now);
  if (!before.can_answer)
    throw new AppError("CONFLICT", "This dispute can no longer be answered. Nothing was sent.");
  const { sent } = await auditAround(
    {
      operator: caller.userId,
      action: "billing/answerDispute",
      subject: `dispute#${disputeId}`,
      userId: before.user_id ?? undefined,
      before: { status: before.status },
      at: now.toISOString(),
    },
    { submit },
    () => (submit ? submitted(before, evidence) : saved(disputeId, evidence)),
    ({ sent, ...file }) => ({ status: sent.status, ...file }),
  );
  return { dispute: { ...toDispute(sent, now), user_id: before.user_id } };
});

type Sent = { sent: Stripe.Dispute; file?: string };

async function submitted(before: Dispute, evidence: Evidence): Promise<Sent> {
  const file = await uploadEvidence(before.id, textPdf(statementOf(before, evidence)));
  return { sent: await sendEvidence(before.id, { ...evidence, uncategorized_file: file }, true), file };
}

async function saved(disputeId: string, evidence: Evidence): Promise<Sent> {
  return { sent: await sendEvidence(disputeId, evidence, false) };
}
