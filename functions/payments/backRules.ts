import { fromEpochSeconds, type Instant } from "#shared/instant.ts";

/** A payment to refund. `cents` is null for everything that is left of it. */
export type Back = { payment: string; cents: number | null };

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
  /** What the invoice deducted for unused time that earlier invoices had paid for, in cents. */
  credited: number;
};

/**
 * The refunds that take back a purchase. Each invoice since `since` is refunded in full. Of an earlier invoice, only
 * what a later invoice deducted for its unused time is refunded.
 * @param invoices newest first
 * @param since null: all invoices
 * @param credited what the purchase itself deducted, in cents
 */
export function backOf(invoices: readonly PaidInvoice[], since: Instant | null, credited: number): Back[] {
  const back: Back[] = [];
  let left = credited;
  for (const { payment, created, paid, credited: before } of invoices) {
    const isWhole = since === null || fromEpochSeconds(created) >= since;
    if (!isWhole && left === 0) break;
    const cents = isWhole ? null : Math.min(left, paid);
    // Earlier invoices paid at most what this invoice deducted. A balance at Stripe paid anything above that.
    left = isWhole ? before : Math.min(before, left - (cents ?? 0));
    if (cents !== 0 && payment.startsWith("pi_")) back.push({ payment, cents });
  }
  return back;
}
