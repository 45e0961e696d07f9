import { FRESH_FOR_MONEY } from "#shared/accounts/freshSignIn.ts";
import { refundPayment } from "#shared/billing/operator.ts";
import { recordAudit } from "../audit/table.ts";
import { requireFreshSignIn } from "../platform/freshSignIn.ts";
import { http } from "../platform/http.ts";
import { refund, retrievePayment } from "../platform/stripe.ts";
import { toPayment } from "./payments/shown/rules.ts";

/** The grant follows by Stripe's webhook, as for a refund that is made at Stripe. */
export const handler = http(refundPayment)(async ({ input, caller, now }) => {
  requireFreshSignIn(caller, FRESH_FOR_MONEY, now);
  const { paymentIntentId, amountCents, requestId, note } = input;
  const before = await retrievePayment(paymentIntentId);
  const made = await refund(paymentIntentId, amountCents, `refund-${requestId}`);
  await recordAudit({
    operator: caller.userId,
    action: "billing/refundPayment",
    subject: `payment#${paymentIntentId}`,
    userId: before.metadata.userId,
    before: toPayment(before),
    after: { refund: made.id, amountCents: made.amount, status: made.status },
    at: now.toISOString(),
    ...(note === "" ? {} : { note }),
  });
  return { refundId: made.id, amount_cents: made.amount, status: made.status ?? "pending" };
});
