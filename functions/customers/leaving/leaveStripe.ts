import { END_COMMENTS } from "../../payments/index.ts";
import { closeCheckout, endSubscription } from "../../platform/changeAtStripe.ts";
import { detachCards, isCustomerGone, removeTaxIds, stripe, updateCustomer } from "../../platform/stripe.ts";

/**
 * Ends everything that would charge the customer, and removes what Stripe can remove. The customer object stays for its
 * invoices, which tax law requires with the address and tax ID. Stripe deletes no charge, checkout, event or detached
 * card (docs.stripe.com/privacy/deletion-requests). A customer who was deleted at Stripe has no open payments.
 */
export async function leaveStripe(customer: string): Promise<void> {
  try {
    await endPayments(customer);
  } catch (error) {
    if (!isCustomerGone(error)) throw error;
  }
  await detachCards(customer);
  await removeTaxIds(customer);
  await updateCustomer(customer, WITHOUT_PERSON);
}

/** The checkout stores some of these fields for tax (docs/decisions/who-computes-tax.md). */
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
  for (const { id } of subscriptions.data) await endSubscription(id, END_COMMENTS.deleted);
}
