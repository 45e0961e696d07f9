import type Stripe from "stripe";
import { AppError } from "#shared/errors.ts";
import type { Grant } from "#shared/grants/grant.ts";
import { isOngoing, SubscriptionStatus } from "#shared/subscriptions/subscription.ts";
import { idOf, waitingInvoice } from "../../payments/index.ts";
import { finalizeInvoice } from "../../platform/changeAtStripe.ts";
import { stripe } from "../../platform/stripe.ts";

/**
 * Refuses a payment for a key that would stay blocked: the bank disputes a payment, or an operator turned the key off.
 * Disputes about earlier or team subscriptions block other keys. Suspended accounts cannot make this call at all.
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
 * The invoices due for these subscriptions, newest first. A subscription becomes active once its newest invoice that is
 * not void is paid (docs.stripe.com/billing/subscriptions/overview). The newest invoice of an unpaid subscription is a
 * draft that Stripe never charges, so this function finalizes it. Older drafts are for months with a blocked key and
 * stay unpaid. The invoice of a pending change is not due: the customer confirms it at the bank or drops the change.
 */
export async function dueInvoices(
  customer: string,
  subscriptions: readonly Stripe.Subscription[],
): Promise<Stripe.Invoice[]> {
  const client = await stripe();
  const ids = new Set(subscriptions.map(({ id }) => id));
  const waiting = new Set(subscriptions.map(waitingInvoice));
  const { data } = await client.invoices.list({ customer, status: "open", limit: 100 });
  const open = data.filter((invoice) => {
    const subscription = idOf(invoice.parent?.subscription_details?.subscription);
    return subscription !== null && ids.has(subscription) && !waiting.has(invoice.id ?? "");
  });
  const drafts: Stripe.Invoice[] = [];
  for (const subscription of subscriptions) {
    const draft = await draftOf(subscription);
    if (draft) drafts.push(draft);
  }
  return [...drafts, ...open].sort((a, b) => b.created - a.created);
}

async function draftOf({ id, status }: Stripe.Subscription): Promise<Stripe.Invoice | undefined> {
  if (status !== "unpaid") return undefined;
  const { data } = await (await stripe()).invoices.list({ subscription: id, limit: 100 });
  const latest = data.find((invoice) => invoice.status !== "void");
  if (latest?.status !== "draft" || latest.id === undefined) return undefined;
  const finalized = await finalizeInvoice(latest.id);
  return finalized.status === "open" ? finalized : undefined;
}
