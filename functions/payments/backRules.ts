import { fromEpochSeconds, type Instant } from "#shared/instant.ts";

/** A payment to refund: so many cents, or, with null, all that is left of it. */
export type Back = { payment: string; cents: number | null };

/** The refunds of one request, which must not have the same id. */
export const refundsOf = (requestId: string, payments: readonly Back[]) =>
  payments.map(({ payment, cents }, index) => ({
    requestId: index === 0 ? requestId : `${requestId}-${index + 1}`,
    paymentIntentId: payment,
    amountCents: cents,
    effect: "cancel" as const,
  }));

export type PaidInvoice = {
  payment: string;
  created: number;
  paid: number;
  /** What it took off for time that an earlier one had paid. */
  credited: number;
};

/**
 * What to refund so that everything is back that was paid for what is taken away: the invoices since then whole, and of
 * earlier ones what was credited.
 * @param invoices newest first
 * @param since null: all of them
 * @param credited what the purchase itself took off, in cents
 */
export function backOf(invoices: readonly PaidInvoice[], since: Instant | null, credited: number): Back[] {
  const back: Back[] = [];
  let left = credited;
  for (const { payment, created, paid, credited: before } of invoices) {
    const isWhole = since === null || fromEpochSeconds(created) >= since;
    const cents = isWhole ? null : Math.min(left, paid);
    if (cents === 0) break;
    left = isWhole ? before : left - (cents ?? 0);
    if (payment.startsWith("pi_")) back.push({ payment, cents });
  }
  return back;
}
