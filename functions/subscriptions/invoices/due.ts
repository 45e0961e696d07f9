import type Stripe from "stripe";
import { AppError } from "#shared/errors.ts";
import type { Grant } from "#shared/grants/grant.ts";
import { isOngoing, SubscriptionStatus } from "#shared/subscriptions/subscription.ts";
import { idOf, waitingInvoice } from "../../payments/index.ts";
import { finalizeInvoice } from "../../platform/changeAtStripe.ts";
import { stripe } from "../../platform/stripe.ts";

/**
 * A key that the bank's dispute has suspended, or that an operator has switched off, would not work for the money. A
 * dispute over an earlier subscription, or over a team's, suspends another key. A suspended account is refused the call
 * itself.
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

/** Those that can still be paid: one may be over at Stripe before its event comes, and a payment would buy nothing. */
export async function stillOngoing(subscriptions: readonly string[]): Promise<Stripe.Subscription[]> {
  const client = await stripe();
  const found: Stripe.Subscription[] = [];
  for (const id of subscriptions) found.push(await client.subscriptions.retrieve(id));
  return found.filter(({ status }) => isOngoing(SubscriptionStatus.parse(status)));
}

/**
 * What is owed for these subscriptions, newest first: paying the most recent makes a subscription active, and one that was
 * voided during a pause does not count (docs.stripe.com/billing/subscriptions/overview). An unpaid subscription's most
 * recent invoice is a draft that Stripe never charges; it is finalized here. Older drafts are of months in which the
 * key was blocked, and stay unpaid. A change that waits for its payment is not owed: the customer pays for it at the bank's
 * page, or leaves it.
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
