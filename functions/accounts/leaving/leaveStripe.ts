import { endSubscription } from "../../platform/endSubscription.ts";
import { stripe } from "../../platform/stripe.ts";

/**
 * Ends what would still take money, and forgets the address. The customer stays: its invoices are what tax law
 * asks for.
 */
export async function leaveStripe(customer: string): Promise<void> {
  const client = await stripe();
  const sessions = await client.checkout.sessions.list({ customer, status: "open", limit: 100 });
  for (const { id } of sessions.data) await client.checkout.sessions.expire(id);
  const subscriptions = await client.subscriptions.list({ customer, limit: 100 });
  for (const { id } of subscriptions.data) await endSubscription(id);
  await client.customers.update(customer, { email: "", name: "" });
}
