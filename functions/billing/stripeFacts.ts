import type Stripe from "stripe";
import { productOfStripe } from "#shared/billing/catalogue.ts";
import { SubscriptionStatus } from "#shared/billing/subscription.ts";
import type { Reading } from "../platform/reading.ts";
import { stripe } from "../platform/stripe.ts";
import type { SubscriptionFacts } from "./grants/rules.ts";

/** Everything a subscription's grant hangs on, in one request. */
const EXPAND = ["customer", "default_payment_method", "latest_invoice"];

/** A subscription of ours as Stripe showed it, to compare with. */
export type SeenSubscription = {
  userId: string;
  facts: SubscriptionFacts;
  /** Of the card that pays it; same card, same fingerprint. */
  cardFingerprint: string | null;
};
/** The same, read in a reading that can store it. */
export type OwnSubscription = SeenSubscription & { reading: Reading };

/**
 * The subscription as Stripe shows it now.
 * @returns undefined where it is not one of ours: another product's, a deleted customer's, nobody's
 */
export async function fetchSubscription(
  reading: Reading,
  subscriptionId: string,
): Promise<OwnSubscription | undefined> {
  const client = await reading.stripe();
  const seen = await readSubscription(
    await client.subscriptions.retrieve(subscriptionId, { expand: EXPAND }),
  );
  return seen && { ...seen, reading };
}

/** The customer's subscriptions of ours, newest first, as Stripe shows them now. */
export async function fetchSubscriptions(reading: Reading, customerId: string): Promise<OwnSubscription[]> {
  const { data } = await (await reading.stripe()).subscriptions.list({
    customer: customerId,
    status: "all",
    limit: 10,
    expand: EXPAND.map((path) => `data.${path}`),
  });
  return (await readAll(data)).map((seen) => ({ ...seen, reading }));
}

/** A page of all subscriptions of ours, in Stripe's order. To compare with: nothing stores a whole page. */
export async function listOwnSubscriptions(
  after: string | null,
): Promise<{ subscriptions: SeenSubscription[]; next: string | null }> {
  const { data, has_more } = await (await stripe()).subscriptions.list({
    status: "all",
    limit: 100,
    expand: EXPAND.map((path) => `data.${path}`),
    ...(after === null ? {} : { starting_after: after }),
  });
  return {
    subscriptions: await readAll(data),
    next: has_more ? (data.at(-1)?.id ?? null) : null,
  };
}

async function readAll(subscriptions: Stripe.Subscription[]): Promise<SeenSubscription[]> {
  const own: SeenSubscription[] = [];
  for (const subscription of subscriptions) {
    const read = await readSubscription(subscription);
    if (read) own.push(read);
  }
  return own;
}

async function readSubscription(subscription: Stripe.Subscription): Promise<SeenSubscription | undefined> {
  const { customer } = subscription;
  const item = subscription.items.data[0];
  if (typeof customer === "string" || customer.deleted || !item) return undefined;
  const userId = subscription.metadata.userId ?? customer.metadata.userId;
  const product = typeof item.price.product === "string" ? item.price.product : item.price.product.id;
  if (!userId || !productOfStripe(product)) return undefined;
  const card = cardOf(subscription.default_payment_method);
  return {
    userId,
    cardFingerprint: card?.fingerprint ?? null,
    facts: {
      customer_id: customer.id,
      subscription_id: subscription.id,
      created: subscription.created,
      subscription_status: SubscriptionStatus.parse(subscription.status),
      price_id: item.price.id,
      current_period_start: item.current_period_start,
      current_period_end: item.current_period_end,
      cancel_at_period_end: subscription.cancel_at_period_end,
      payment_method_brand: card?.brand ?? null,
      payment_method_last4: card?.last4 ?? null,
      past_due_since: subscription.status === "past_due" ? await unpaidSince(subscription) : null,
      latest_invoice_id: idOf(subscription.latest_invoice),
    },
  };
}

export function idOf(reference: string | { id?: string } | null | undefined): string | null {
  return typeof reference === "string" ? reference : (reference?.id ?? null);
}

function cardOf(
  method: Stripe.Subscription["default_payment_method"],
): Stripe.PaymentMethod.Card | undefined {
  return method !== null && typeof method !== "string" ? method.card : undefined;
}

/** When the oldest invoice that is still open fell due: a new month's invoice starts no new grace. */
async function unpaidSince({ id, latest_invoice }: Stripe.Subscription): Promise<number | null> {
  const { data } = await (await stripe()).invoices.list({ subscription: id, status: "open", limit: 100 });
  if (data.length > 0) return Math.min(...data.map(({ created }) => created));
  return latest_invoice === null || typeof latest_invoice === "string" ? null : latest_invoice.created;
}
