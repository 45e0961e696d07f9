import { FRESH_FOR_MONEY } from "#shared/accounts/freshSignIn.ts";
import { requestRefund } from "#shared/billing/customer.ts";
import { AppError } from "#shared/errors.ts";
import { requireFreshSignIn } from "../platform/freshSignIn.ts";
import { http } from "../platform/http.ts";
import { askRefunds } from "./refunds/askRefunds.ts";
import { carryOut } from "./refunds/carryOut.ts";
import { findGuaranteed } from "./refunds/guarantee/find.ts";
import { countAsk, findIntent } from "./refunds/table.ts";

/** The guarantee, by the same use case as an operator's refund. */
export const handler = http(requestRefund)(async ({ input, caller: { userId, ...caller }, now }) => {
  requireFreshSignIn(caller, FRESH_FOR_MONEY, now);
  const ok = { ok: true as const };
  // Once a payment is refunded there is no offer: a repeated request finds its own intent.
  if (await isRepeated(input.requestId, userId, now)) return ok;
  const found = await findGuaranteed(userId, now);
  // Of a double click, the other request may have refunded since this one looked for its intent.
  if (found?.offer.amount_cents !== input.amount_cents && (await isRepeated(input.requestId, userId, now)))
    return ok;
  if (found === undefined) throw new AppError("CONFLICT", "There is nothing to refund. Nothing was changed.");
  const { offer, payments, maxPerPerson } = found;
  if (!offer.self_service)
    throw new AppError("CONFLICT", "This refund is above the limit for refunds here. Write to us to get it.");
  if (offer.amount_cents !== input.amount_cents)
    throw new AppError("CONFLICT", "The amount has changed. Nothing was refunded. Load the page again.", {
      field: "amount_cents",
    });
  await askRefunds(
    payments.map((paymentIntentId, index) => ({
      requestId: index === 0 ? input.requestId : `${input.requestId}-${index + 1}`,
      paymentIntentId,
      amountCents: null,
      effect: "cancel" as const,
    })),
    {
      operator: userId,
      action: "billing/requestRefund",
      note: "Requested by the customer under the guarantee",
      writes: [countAsk(userId, maxPerPerson)],
    },
    now,
  );
  return ok;
});

/** Finishes what the same request of this customer began. @returns false where there is none */
async function isRepeated(requestId: string, userId: string, now: Date): Promise<boolean> {
  const asked = await findIntent(requestId);
  if (asked?.userId !== userId || asked.action !== "billing/requestRefund") return false;
  if (asked.refund === null) await carryOut(asked, now);
  return true;
}
