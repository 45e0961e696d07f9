import { closeCheckout, endSubscription } from "../../platform/changeAtStripe.ts";
import { isCustomerGone, stripe, updateCustomer } from "../../platform/stripe.ts";

/**
 * Ends what would still take money, and forgets the address. The customer stays: its invoices are what tax law
 * asks for. One that was deleted at Stripe has nothing open there.
 */
export async function leaveStripe(customer: string): Promise<void> {
  try {
    await endPayments(customer);
  } catch (error) {
    if (!isCustomerGone(error)) throw error;
  }
  await updateCustomer(customer, { email: "", name: "" });
}

async function endPayments(customer: string): Promise<void> {
  const client = await stripe();
  const sessions = await client.checkout.sessions.list({ customer, status: "open", limit: 100 });
  for (const { id } of sessions.data) await closeCheckout(id);
  const subscriptions = await client.subscriptions.list({ customer, limit: 100 });
  for (const { id } of subscriptions.data) await endSubscription(id);
}
