import { fromEpochSeconds, type Instant } from "#shared/instant.ts";

/** A payment to refund, and how much of it. Null: everything that is left. */
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
 * What to refund when a purchase is taken back: each invoice since `since` in full, and of each earlier invoice the
 * part that a later one deducted for unused time.
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
    // Of what is left, earlier invoices paid at most what this one deducted. A balance at Stripe paid the rest.
    left = isWhole ? before : Math.min(before, left - (cents ?? 0));
    if (cents !== 0 && payment.startsWith("pi_")) back.push({ payment, cents });
  }
  return back;
}
