import type Stripe from "stripe";
import { isOver, SubscriptionStatus } from "#shared/subscriptions/subscription.ts";
import { callKey } from "./callKey.ts";
import { type PriceChange, priceParams } from "./planAtStripe.ts";
import { stripe } from "./stripe.ts";
import { refusalOf } from "./stripeRefusal.ts";

// Something else may end these objects at the same time: a webhook's handler, the customer's other window or Stripe
// itself. Stripe then refuses the change. The functions do not treat that as an error.

/** @returns false if the subscription is over */
export async function updateSubscription(
  id: string,
  change: Stripe.SubscriptionUpdateParams,
): Promise<boolean> {
  const { subscriptions } = await stripe();
  return changed(subscriptions.update(id, change), () => isSubscriptionOver(subscriptions, id));
}

/** Ends a subscription immediately, without a refund or a credit. @param comment the reason, stored at Stripe */
export async function endSubscription(id: string, comment?: string): Promise<void> {
  const { subscriptions } = await stripe();
  const details = comment === undefined ? {} : { cancellation_details: { comment } };
  await changed(subscriptions.cancel(id, { prorate: false, ...details }), () =>
    isSubscriptionOver(subscriptions, id),
  );
}

/**
 * Changes a subscription's price or seats and charges the difference. If the payment fails, the change waits in
 * `pending_update` and the subscription stays unchanged.
 * @returns the subscription with its latest invoice's payments; undefined if it is over
 */
export async function changePrice(asked: PriceChange): Promise<Stripe.Subscription | undefined> {
  const { subscriptions } = await stripe();
  let after: Stripe.Subscription | undefined;
  const update = subscriptions.update(
    asked.subscription,
    { ...priceParams(asked), payment_behavior: "pending_if_incomplete", expand: ["latest_invoice.payments"] },
    // Stripe replays its answer to a repeated key. The key includes the card, so a retry with another card is a new
    // request.
    { idempotencyKey: callKey(`plan-${asked.subscription}`, asked) },
  );
  await changed(
    update.then((subscription) => {
      after = subscription;
    }),
    () => isSubscriptionOver(subscriptions, asked.subscription),
  );
  return after;
}

/** @returns false if the invoice is settled */
export async function setAutoAdvance(invoice: string, isAutomatic: boolean): Promise<boolean> {
  const { invoices } = await stripe();
  return changed(invoices.update(invoice, { auto_advance: isAutomatic }), () => isSettled(invoices, invoice));
}

/** Voids an invoice, unless a bank debit is paying it. When the debit arrives, its event triggers a refund. */
export async function voidInvoice(invoice: string): Promise<void> {
  const { invoices } = await stripe();
  await changed(
    invoices.voidInvoice(invoice),
    async () => (await isSettled(invoices, invoice)) || (await isBeingPaid(invoice)),
  );
}

/** @returns the invoice's current state: another window may have finalized and charged it first */
export async function finalizeInvoice(invoice: string): Promise<Stripe.Invoice> {
  const { invoices } = await stripe();
  try {
    return await invoices.finalizeInvoice(invoice, { auto_advance: false });
  } catch (error) {
    if (refusalOf(error) === undefined) throw error;
    const now = await invoices.retrieve(invoice);
    if (now.status === "draft") throw error;
    return now;
  }
}

/** @returns false if the customer has paid there */
export async function closeCheckout(sessionId: string): Promise<boolean> {
  const { sessions } = (await stripe()).checkout;
  let isPaid = false;
  await changed(sessions.expire(sessionId), async () => {
    const { status } = await sessions.retrieve(sessionId);
    isPaid = status === "complete";
    return status !== "open";
  });
  return !isPaid;
}

async function changed(change: Promise<unknown>, isOverNow: () => Promise<boolean>): Promise<boolean> {
  try {
    await change;
    return true;
  } catch (error) {
    if (refusalOf(error) === undefined || !(await isOverNow())) throw error;
    return false;
  }
}

const isSubscriptionOver = async (subscriptions: Stripe["subscriptions"], id: string) =>
  isOver(SubscriptionStatus.parse((await subscriptions.retrieve(id)).status));

async function isBeingPaid(invoice: string): Promise<boolean> {
  const { invoicePayments } = await stripe();
  const { data } = await invoicePayments.list({
    invoice,
    status: "open",
    expand: ["data.payment.payment_intent"],
  });
  return data.some(
    ({ payment: { payment_intent: intent } }) =>
      typeof intent === "object" && intent?.status === "processing",
  );
}

const isSettled = async (invoices: Stripe["invoices"], id: string) =>
  !["draft", "open"].includes((await invoices.retrieve(id)).status ?? "");
