import { FRESH_FOR_MONEY } from "#shared/accounts/freshSignIn.ts";
import { refundPayment } from "#shared/billing/operator.ts";
import { AppError } from "#shared/errors.ts";
import { auditEntry } from "../audit/table.ts";
import { transact, WriteConflict } from "../platform/dynamo.ts";
import { requireFreshSignIn } from "../platform/freshSignIn.ts";
import { http } from "../platform/http.ts";
import { retrievePayment } from "../platform/stripe.ts";
import { toPayment } from "./payments/shown/rules.ts";
import { carryOut } from "./refunds/carryOut.ts";
import { findIntent, openIntent, type RefundIntent } from "./refunds/table.ts";

/**
 * The intent and its audit row come first: a call that dies after Stripe answered leaves what the next sweep finishes.
 * What the payment bought follows by Stripe's webhook, as for a refund that is made at Stripe.
 */
export const handler = http(refundPayment)(async ({ input, caller, now }) => {
  requireFreshSignIn(caller, FRESH_FOR_MONEY, now);
  const { paymentIntentId, amountCents = null, effect, requestId, note } = input;
  const asked = { requestId, paymentIntentId, amountCents, effect };
  const intent =
    (await knownIntent(asked)) ?? (await newIntent({ ...asked, operator: caller.userId, note }, now));
  const { id, amountCents: cents, status } = intent.refund ?? (await carryOut(intent, now));
  return { refundId: id, amount_cents: cents, status };
});

type Asked = Pick<RefundIntent, "requestId" | "paymentIntentId" | "amountCents" | "effect">;

/** @throws CONFLICT where the same request has asked for another refund */
async function knownIntent(asked: Asked): Promise<RefundIntent | undefined> {
  const known = await findIntent(asked.requestId);
  const isSame =
    known?.paymentIntentId === asked.paymentIntentId &&
    known.amountCents === asked.amountCents &&
    known.effect === asked.effect;
  if (known && !isSame)
    throw new AppError(
      "CONFLICT",
      "This dialog has already refunded another amount. Nothing more was refunded. Close it and open it again.",
      { field: "requestId" },
    );
  return known;
}

async function newIntent(
  asked: Asked & Pick<RefundIntent, "operator" | "note">,
  now: Date,
): Promise<RefundIntent> {
  const payment = await retrievePayment(asked.paymentIntentId);
  const userId = payment.metadata.userId ?? null;
  const before = toPayment(payment);
  const intent: RefundIntent = { ...asked, userId, before, receivedAt: now.toISOString(), refund: null };
  const { amountCents, effect } = asked;
  try {
    await transact([
      openIntent(intent),
      auditEntry({
        operator: asked.operator,
        action: "billing/refundPayment",
        subject: `payment#${asked.paymentIntentId}`,
        userId: userId ?? undefined,
        before,
        after: { asked: { amountCents, effect } },
        at: now.toISOString(),
        ...(asked.note === "" ? {} : { note: asked.note }),
      }),
    ]);
    return intent;
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
    // The same dialog's other click was faster.
    return (await knownIntent(asked)) ?? intent;
  }
}
