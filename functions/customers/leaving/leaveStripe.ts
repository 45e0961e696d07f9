import { closeCheckout, endSubscription } from "../../platform/changeAtStripe.ts";
import { isCustomerGone, removeTaxIds, stripe, updateCustomer } from "../../platform/stripe.ts";

/**
 * Ends what would still take money, and forgets who the customer is. The customer stays: its invoices, with the address
 * and tax ID that they show, are what tax law asks for. One that was deleted at Stripe has nothing open there.
 */
export async function leaveStripe(customer: string): Promise<void> {
  try {
    await endPayments(customer);
  } catch (error) {
    if (!isCustomerGone(error)) throw error;
  }
  await removeTaxIds(customer);
  await updateCustomer(customer, WITHOUT_PERSON);
}

/** With tax, the checkout keeps the address and a business's name (docs/decisions/who-computes-tax.md); the rest a page may have asked. */
const WITHOUT_PERSON = {
  email: "",
  name: "",
  business_name: "",
  individual_name: "",
  phone: "",
  address: "",
  shipping: "",
} as const;

async function endPayments(customer: string): Promise<void> {
  const client = await stripe();
  const sessions = await client.checkout.sessions.list({ customer, status: "open", limit: 100 });
  for (const { id } of sessions.data) await closeCheckout(id);
  const subscriptions = await client.subscriptions.list({ customer, limit: 100 });
  for (const { id } of subscriptions.data) await endSubscription(id);
}
