import type Stripe from "stripe";
import type { Grant } from "#shared/billing/grant.ts";
import { isOngoing, SubscriptionStatus } from "#shared/billing/subscription.ts";
import { AppError } from "#shared/errors.ts";
import { finalizeInvoice } from "../../platform/changeAtStripe.ts";
import { stripe } from "../../platform/stripe.ts";
import { idOf } from "../facts/stripeFacts.ts";

/** A key that the bank's dispute has suspended would not work for the money. @throws CONFLICT */
export function refuseDisputed(grants: readonly Grant[]): void {
  if (grants.some(({ entitlement }) => entitlement.suspensions.includes("dispute")))
    throw new AppError("CONFLICT", "Your bank disputes a payment. Nothing is charged until it decides.");
}

/** Those that can still be paid: one may be over at Stripe before its event comes, and a payment would buy nothing. */
export async function stillOngoing(subscriptions: readonly string[]): Promise<Stripe.Subscription[]> {
  const client = await stripe();
  const found: Stripe.Subscription[] = [];
  for (const id of subscriptions)
    found.push(await client.subscriptions.retrieve(id, { expand: ["latest_invoice"] }));
  return found.filter(({ status }) => isOngoing(SubscriptionStatus.parse(status)));
}

/**
 * What is owed for these subscriptions, newest first: paying the latest makes a subscription active. An unpaid
 * subscription's latest invoice is a draft that Stripe never charges; it is finalized here. Older drafts are of
 * months in which the key was blocked, and stay unpaid.
 */
export async function dueInvoices(
  customer: string,
  subscriptions: readonly Stripe.Subscription[],
): Promise<Stripe.Invoice[]> {
  const client = await stripe();
  const ids = new Set(subscriptions.map(({ id }) => id));
  const { data } = await client.invoices.list({ customer, status: "open", limit: 100 });
  const open = data.filter((invoice) => {
    const subscription = idOf(invoice.parent?.subscription_details?.subscription);
    return subscription !== null && ids.has(subscription);
  });
  const drafts: Stripe.Invoice[] = [];
  for (const subscription of subscriptions) {
    const draft = await draftOf(subscription);
    if (draft) drafts.push(draft);
  }
  return [...drafts, ...open].sort((a, b) => b.created - a.created);
}

async function draftOf({ status, latest_invoice }: Stripe.Subscription): Promise<Stripe.Invoice | undefined> {
  if (status !== "unpaid" || latest_invoice === null || typeof latest_invoice === "string") return undefined;
  const { id } = latest_invoice;
  if (latest_invoice.status !== "draft" || id === undefined) return undefined;
  const finalized = await finalizeInvoice(id);
  return finalized.status === "open" ? finalized : undefined;
}
