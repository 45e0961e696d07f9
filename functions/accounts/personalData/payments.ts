import type { Payment } from "#shared/billing/payment.ts";
import { shownPayment } from "../../billing/facts/shownPayment.ts";
import { log } from "../../platform/log.ts";
import { stripe } from "../../platform/stripe.ts";

/** A customer's payments, the newest first, 100 at most; null where Stripe did not answer. */
export async function paymentsOf(customer: string): Promise<Payment[] | null> {
  try {
    const { data } = await (await stripe()).paymentIntents.list({
      customer,
      limit: 100,
      expand: ["data.latest_charge"],
    });
    return await Promise.all(data.map(shownPayment));
  } catch (error) {
    log.error("customer.paymentsUnknown", error);
    return null;
  }
}
