import { payOpenInvoices } from "#shared/subscriptions/customer.ts";
import { listGrants, ongoingSubscriptions } from "../grants/index.ts";
import { http } from "../http/index.ts";
import { isCustomerGone } from "../platform/stripe.ts";
import { settleSubscriptions } from "./fromStripe/storeSubscriptions.ts";
import { dueInvoices, refuseBlocked, stillOngoing } from "./invoices/due.ts";
import { chargeTo, newestCard, payEach } from "./invoices/useCard.ts";

const NOTHING_DUE = {
  outcome: "nothing_due",
  paid_cents: 0,
  currency: "usd",
  reason: null,
  invoice_url: null,
} as const;

/** Charges the new card now. Otherwise the invoice would wait for Stripe's next retry, which may never come. */
export const handler = http(payOpenInvoices)(async ({ caller, now }) => {
  const customer = caller.user.stripeCustomerId;
  const grants = await listGrants(caller.userId);
  const subscriptions = ongoingSubscriptions(grants).map(({ subscription_id }) => subscription_id);
  if (customer === null || subscriptions.length === 0) return NOTHING_DUE;
  refuseBlocked(grants);
  try {
    const ongoing = await stillOngoing(subscriptions);
    const card = await newestCard(customer);
    if (card !== null) await chargeTo(card, ongoing);
    const due = await dueInvoices(customer, ongoing);
    if (due.length === 0 && ongoing.length === subscriptions.length) return NOTHING_DUE;
    const result = due.length === 0 ? NOTHING_DUE : await payEach(due, card);
    await settleSubscriptions(caller.userId, false, now);
    return result;
  } catch (error) {
    if (isCustomerGone(error)) return NOTHING_DUE;
    throw error;
  }
});
