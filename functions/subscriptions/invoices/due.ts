import type Stripe from "stripe";
import { AppError } from "#shared/errors.ts";
import type { Grant } from "#shared/grants/grant.ts";
import { isOngoing, SubscriptionStatus } from "#shared/subscriptions/subscription.ts";
import { idOf, waitingInvoice } from "../../payments/index.ts";
import { finalizeInvoice } from "../../platform/changeAtStripe.ts";
import { stripe } from "../../platform/stripe.ts";

/**
 * Refuses a payment for a key that would stay blocked: the bank disputes a payment, or an operator turned the key off.
 * Ignores disputes about an earlier subscription or about a team owner's subscription, because those block other keys.
 * Suspended accounts cannot make this call at all.
 * @throws CONFLICT
 */
export function refuseBlocked(grants: readonly Grant[]): void {
  const paid = grants.filter(({ subscription }) => isRunning(subscription));
  if (paid.some(({ entitlement }) => entitlement.suspensions.includes("dispute")))
    throw new AppError("CONFLICT", "Your bank disputes a payment. Nothing is charged until it decides.");
  if (paid.some(({ entitlement }) => !entitlement.active))
    throw new AppError(
      "CONFLICT",
      "Your license is switched off, so nothing is charged. Write to us to find out why.",
    );
}

const isRunning = (subscription: Grant["subscription"]): boolean =>
  subscription !== null && isOngoing(subscription.subscription_status);

/** Asks Stripe, because the event of a subscription's end may be late. A payment after the end would buy nothing. */
export async function stillOngoing(subscriptions: readonly string[]): Promise<Stripe.Subscription[]> {
  const client = await stripe();
  const found: Stripe.Subscription[] = [];
  for (const id of subscriptions) found.push(await client.subscriptions.retrieve(id));
  return found.filter(({ status }) => isOngoing(SubscriptionStatus.parse(status)));
}

/**
 * What a new card pays, newest first: every open invoice, and the newest draft of an unpaid subscription. An unpaid
 * subscription's open invoice is for the period in which the key worked until the grace ended. The subscription becomes
 * active once its newest invoice that is not void is paid (docs.stripe.com/billing/subscriptions/overview), and Stripe
 * never charges its drafts. Older drafts are for periods with a blocked key and stay unpaid. The invoice of a pending
 * change is not due: the customer confirms it at the bank or drops the change.
 * @param invoices newest first
 */
export function dueOf(
  invoices: readonly Stripe.Invoice[],
  subscriptions: readonly Stripe.Subscription[],
): Stripe.Invoice[] {
  const due = subscriptions.flatMap((subscription) => {
    const own = invoices.filter(
      ({ parent, status }) =>
        status !== "void" && idOf(parent?.subscription_details?.subscription) === subscription.id,
    );
    const waiting = waitingInvoice(subscription);
    return own.filter(({ id, status }, at) =>
      status === "draft" ? at === 0 && subscription.status === "unpaid" : status === "open" && id !== waiting,
    );
  });
  return due.sort((a, b) => b.created - a.created);
}

/** The newest 100 invoices, newest first: what is due is among them. */
export async function newestInvoices(customer: string): Promise<Stripe.ApiList<Stripe.Invoice>> {
  return (await stripe()).invoices.list({ customer, limit: 100, expand: ["data.payments"] });
}

/** What a new card would pay now, in cents. @param subscription the id in an event; the subscription may have ended */
export async function totalDue(customer: string, subscription: string): Promise<number> {
  const { data } = await newestInvoices(customer);
  const due = dueOf(data, await stillOngoing([subscription]));
  return due.reduce((sum, { amount_remaining }) => sum + amount_remaining, 0);
}

/** Finalizes the draft among the due invoices, so that it can be paid. */
export async function dueInvoices(
  customer: string,
  subscriptions: readonly Stripe.Subscription[],
): Promise<Stripe.Invoice[]> {
  const { data } = await newestInvoices(customer);
  const open: Stripe.Invoice[] = [];
  for (const invoice of dueOf(data, subscriptions)) {
    const found = invoice.status === "draft" ? await finalizeInvoice(invoice.id ?? "") : invoice;
    if (found.status === "open") open.push(found);
  }
  return open;
}
