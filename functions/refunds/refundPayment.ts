import { AppError } from "#shared/errors.ts";
import { refundPayment } from "#shared/refunds/operator.ts";
import { http } from "../http/index.ts";
import { askRefunds } from "./askRefunds.ts";

export const handler = http(refundPayment)(async ({ input, caller, now }) => {
  const { paymentIntentId, amountCents = null, effect, requestId, note } = input;
  const by = { operator: caller.userId, action: "refunds/refundPayment", note } as const;
  const [made] = await askRefunds([{ requestId, paymentIntentId, amountCents, effect }], by, now);
  if (made === undefined) throw new AppError("INTERNAL_ERROR", "Stripe neither made nor refused the refund");
  return { refundId: made.id, amount_cents: made.amountCents, status: made.status };
});
