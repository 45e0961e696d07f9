import { AppError } from "#shared/errors.ts";
import { MINUTE } from "#shared/instant.ts";
import { auditEntry } from "../audit/index.ts";
import { GIFT, GUARANTEE } from "../payments/index.ts";
import { transact, type Write, WriteConflict } from "../platform/dynamo.ts";
import { log } from "../platform/log.ts";
import { refund, refundsOf } from "../platform/stripe.ts";
import { closeIntent, listOpenIntents, type RefundIntent, uncountAsk } from "./table.ts";

type Result = NonNullable<RefundIntent["refund"]>;

/**
 * Asks Stripe for a refund and stores the result. A repeat finds the earlier refund by its metadata. Two calls at once
 * get the same refund, because they send the same idempotency key.
 * @throws CONFLICT or NOT_FOUND with Stripe's reason if Stripe refuses
 */
export async function carryOut(intent: RefundIntent, now: Date): Promise<Result> {
  const { requestId, paymentIntentId, amountCents, effect } = intent;
  const earlier = (await refundsOf(paymentIntentId)).find(
    ({ metadata }) => metadata?.requestId === requestId,
  );
  const made =
    earlier ??
    (await orClosed(intent, now, () =>
      refund(paymentIntentId, amountCents ?? undefined, `refund-${requestId}`, {
        requestId,
        ...(effect === "keep" ? GIFT : {}),
        ...(intent.action === "refunds/refundPayment" ? {} : GUARANTEE),
      }),
    ));
  const result = { id: made.id, amountCents: made.amount, status: made.status ?? "pending" };
  await close({ ...intent, refund: result }, { refund: result.id, ...result }, now);
  return result;
}

async function orClosed<T>(intent: RefundIntent, now: Date, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof AppError) await close(intent, { refused: error.message }, now, uncounted(intent));
    throw error;
  }
}

const uncounted = ({ counts, userId, names }: RefundIntent): Write[] =>
  counts && userId !== null ? uncountAsk(names ?? [userId]) : [];

async function close(intent: RefundIntent, after: object, now: Date, more: Write[] = []): Promise<void> {
  const { operator, action, paymentIntentId, userId, before, effect, note } = intent;
  try {
    await transact([
      closeIntent(intent),
      ...more,
      auditEntry({
        operator,
        action,
        subject: `payment#${paymentIntentId}`,
        userId: userId ?? undefined,
        before,
        after: { ...after, effect },
        // Later than the intent, so that the back office shows both as one entry.
        at: new Date(now.getTime() + 1).toISOString(),
        ...(note === "" ? {} : { note }),
      }),
    ]);
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
  }
}

/** Longer than any call can run, so the original call has ended. */
const ABANDONED_AFTER = 5 * MINUTE;

/** Finishes refunds whose call failed after it had stored the intent. */
export async function finishRefunds(now: Date): Promise<number> {
  const abandoned = await listOpenIntents(new Date(now.getTime() - ABANDONED_AFTER).toISOString());
  for (const intent of abandoned) {
    try {
      await carryOut(intent, now);
    } catch (error) {
      log.error("refund.notFinished", error, { request: intent.requestId });
    }
  }
  return abandoned.length;
}
