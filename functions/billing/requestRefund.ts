import { requestRefund } from "#shared/billing/customer.ts";
import { FRESH_FOR_MONEY } from "#shared/endpoint.ts";
import { AppError } from "#shared/errors.ts";
import { requireFreshSignIn } from "../platform/freshSignIn.ts";
import { http } from "../platform/http.ts";
import { askRefunds } from "./refunds/askRefunds.ts";
import { carryOut } from "./refunds/carryOut.ts";
import { refundsOf } from "./refunds/guarantee/back.ts";
import { findGuaranteed, type Guaranteed } from "./refunds/guarantee/find.ts";
import { countAsk, findIntent } from "./refunds/table.ts";

/** The guarantee, by the same use case as an operator's refund. */
export const handler = http(requestRefund)(async ({ input, caller: { userId, ...caller }, now }) => {
  requireFreshSignIn(caller, FRESH_FOR_MONEY, now);
  const ok = { ok: true as const };
  // Once a payment is refunded there is no offer: a repeated request finds its own intent.
  if (await isRepeated(input.requestId, userId, now)) return ok;
  const found = await findGuaranteed(userId, now);
  const refusal = refusalOf(found, input.amount_cents);
  if (found === undefined || refusal !== undefined) {
    // Of a double click, the other request may have come further since this one looked for its intent.
    if (await isRepeated(input.requestId, userId, now)) return ok;
    throw refusal;
  }
  const { payments, maxPerPerson } = found;
  await askRefunds(
    refundsOf(input.requestId, payments),
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

/** Finishes what the same request of this customer began. @returns false if there is none */
async function isRepeated(requestId: string, userId: string, now: Date): Promise<boolean> {
  const asked = await findIntent(requestId);
  if (asked?.userId !== userId || asked.action !== "billing/requestRefund") return false;
  if (asked.refund === null) await carryOut(asked, now);
  return true;
}

function refusalOf(found: Guaranteed | undefined, amountCents: number): AppError | undefined {
  if (found === undefined)
    return new AppError("CONFLICT", "There is nothing to refund. Nothing was changed.");
  if (!found.offer.self_service)
    return new AppError(
      "CONFLICT",
      "This refund is above the limit for refunds here. Write to us to get it.",
    );
  if (found.offer.amount_cents !== amountCents)
    return new AppError("CONFLICT", "The amount has changed. Nothing was refunded. Load the page again.", {
      field: "amount_cents",
    });
  return undefined;
}
