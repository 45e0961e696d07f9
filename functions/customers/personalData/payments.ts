import type { Payment } from "#shared/payments/payment.ts";
import { creditedTo, shownPayment } from "../../payments/index.ts";
import { log } from "../../platform/log.ts";
import { stripe } from "../../platform/stripe.ts";

/** The newest 100 payments; null if Stripe fails. */
export async function paymentsOf(customer: string): Promise<Payment[] | null> {
  try {
    const { paymentIntents } = await stripe();
    const [{ data }, parts] = await Promise.all([
      paymentIntents.list({ customer, limit: 100, expand: ["data.latest_charge"] }),
      creditedTo(customer),
    ]);
    const shown = await Promise.all(data.map((intent) => shownPayment(intent)));
    return shown.map((payment) => ({ ...payment, credited: parts.get(payment.id) ?? [] }));
  } catch (error) {
    log.error("customer.paymentsUnknown", error);
    return null;
  }
}
