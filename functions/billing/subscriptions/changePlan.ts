import type Stripe from "stripe";
import { CATALOG, type SubscriptionPlan } from "#shared/billing/catalog.ts";
import { subscriptionGrantId } from "#shared/billing/grant.ts";
import type { changePlan, PlanPreview } from "#shared/billing/planChange.ts";
import type { Subscription } from "#shared/billing/subscription.ts";
import type { Output } from "#shared/endpoint.ts";
import { AppError } from "#shared/errors.ts";
import { toEpochSeconds } from "#shared/instant.ts";
import { changePrice, updateSubscription, voidInvoice } from "../../platform/changeAtStripe.ts";
import { retryOnConflict } from "../../platform/dynamo.ts";
import { env } from "../../platform/env.ts";
import { log } from "../../platform/log.ts";
import {
  type PriceChange,
  paymentOfInvoice,
  previewPrice,
  releaseSchedule,
  schedulePrice,
} from "../../platform/planAtStripe.ts";
import { retrievePayment, stripe } from "../../platform/stripe.ts";
import { refusalOf } from "../../platform/stripeRefusal.ts";
import { creditedOn, planLine } from "../facts/invoicePlan.ts";
import { paymentOf, taxOf } from "../facts/paidFacts.ts";
import { fetchSubscription, idOf, NEXT_PLAN } from "../facts/stripeFacts.ts";
import { otherAmount, refuseOldPreview, refusePlan, refuseRefunded } from "../rules/planChange.ts";
import { toPayment } from "../rules/shownPayments.ts";
import { currentSubscription, ongoingSubscriptions, ownsLifetime } from "../rules.ts";
import { listGrants, openRights } from "../table.ts";
import { yearlyPrice } from "../tables/planSettings.ts";
import { decideSubscription } from "./grantWrites.ts";

type Changed = Output<typeof changePlan>;
/** What a customer confirms: the amount, and the instant of its preview (epoch seconds). */
export type Confirmed = { at: number; due_cents: number };

/** @throws NOT_FOUND, CONFLICT or ALREADY_OWNED if the plan cannot be changed */
export async function previewChange(userId: string, to: SubscriptionPlan, now: Date): Promise<PlanPreview> {
  const { subscription, price, latestInvoiceId } = await openChange(userId, to);
  if (to === "monthly") return previewNext(subscription);
  await refuseGivenBack(latestInvoiceId);
  const at = toEpochSeconds(now.toISOString());
  const invoice = await orChanged(previewPrice(await priceChange(subscription, price, at)));
  return {
    to,
    when: "now",
    at,
    currency: invoice.currency,
    price_cents: planLine(invoice)?.amount ?? CATALOG[to].price,
    credit_cents: creditedOn(invoice),
    tax_cents: taxOf(invoice),
    due_cents: invoice.amount_due,
    renews_at: planLine(invoice)?.period.end ?? null,
  };
}

/** Monthly begins where the paid year ends, at its whole price. */
function previewNext({ current_period_end }: Subscription): PlanPreview {
  const { price, currency } = CATALOG.monthly;
  return {
    to: "monthly",
    when: "period_end",
    at: current_period_end,
    currency,
    price_cents: price,
    credit_cents: 0,
    tax_cents: null,
    due_cents: price,
    renews_at: null,
  };
}

export async function changeAsPreviewed(
  userId: string,
  to: SubscriptionPlan,
  confirmed: Confirmed,
  now: Date,
): Promise<Changed> {
  const { subscription, price, latestInvoiceId } = await openChange(userId, to);
  if (to === "monthly") {
    const { at, due_cents } = previewNext(subscription);
    if (at !== confirmed.at || due_cents !== confirmed.due_cents) throw otherAmount();
    await orChanged(planNext(subscription.subscription_id, price, to));
    return { outcome: "scheduled", ...DONE, subscription: await stored(userId, subscription, now) };
  }
  refuseOldPreview(confirmed.at, now);
  await refuseGivenBack(latestInvoiceId);
  const change = await priceChange(subscription, price, confirmed.at);
  if ((await orChanged(previewPrice(change))).amount_due !== confirmed.due_cents) throw otherAmount();
  const changed = await orChanged(changePrice(change));
  if (!changed) throw changedElsewhere();
  const payment = await outcomeOf(changed);
  return { ...payment, subscription: await stored(userId, subscription, now) };
}

/**
 * The subscription says it as well, for the event that follows: it leads to the mail, and comes after the schedule is
 * set.
 */
async function planNext(subscriptionId: string, price: string, to: SubscriptionPlan): Promise<void> {
  const metadata = { [NEXT_PLAN]: to };
  await schedulePrice(subscriptionId, price, metadata);
  await updateSubscription(subscriptionId, { metadata });
}

/** Takes a planned change back. @throws NOT_FOUND without a subscription */
export async function keepPlanned(userId: string, now: Date): Promise<Subscription> {
  const subscription = ongoingSubscriptions(await listGrants(userId))[0];
  if (!subscription) throw new AppError("NOT_FOUND", "There is no subscription to change.");
  const { subscriptions } = await stripe();
  const schedule = idOf((await subscriptions.retrieve(subscription.subscription_id)).schedule);
  if (schedule !== null) {
    await releaseSchedule(schedule);
    await updateSubscription(subscription.subscription_id, { metadata: { [NEXT_PLAN]: "" } });
  }
  return stored(userId, subscription, now);
}

const DONE = { reason: null, invoice_url: null };

async function openChange(
  userId: string,
  to: SubscriptionPlan,
): Promise<{ subscription: Subscription; price: string; latestInvoiceId: string | null }> {
  const [grants, yearly] = await Promise.all([listGrants(userId), yearlyPrice()]);
  if (ownsLifetime(grants))
    throw new AppError("ALREADY_OWNED", "You own a lifetime license. There is no plan to change.");
  const [subscription] = ongoingSubscriptions(grants);
  refusePlan(subscription, grants, to, yearly !== null);
  const grant = grants.find(({ id }) => id === subscriptionGrantId(subscription.subscription_id));
  return {
    subscription,
    price: to === "yearly" ? (yearly ?? "") : env("PRICE_MONTHLY"),
    latestInvoiceId: grant?.latestInvoiceId ?? null,
  };
}

/** Asks Stripe, whose event may still be on its way: the unused days of a payment that went back are worth nothing. */
async function refuseGivenBack(latestInvoiceId: string | null): Promise<void> {
  if (latestInvoiceId === null) return;
  const { invoices } = await stripe();
  const payment = paymentOf(await invoices.retrieve(latestInvoiceId, { expand: ["payments"] }));
  if (payment.startsWith("pi_")) refuseRefunded(toPayment(await retrievePayment(payment)));
}

/** Asks Stripe for the item. A change that waits for its payment is dropped first: the customer begins again. */
async function priceChange(
  { subscription_id, price_id }: Subscription,
  price: string,
  at: number,
): Promise<PriceChange> {
  const { subscriptions } = await stripe();
  const now = await subscriptions.retrieve(subscription_id);
  const waiting = now.pending_update ? idOf(now.latest_invoice) : null;
  if (waiting !== null) await voidInvoice(waiting);
  const [item] = now.items.data;
  if (!item || item.price.id !== price_id || now.schedule) throw changedElsewhere();
  return { subscription: subscription_id, item: item.id, price, at };
}

const changedElsewhere = (cause?: unknown) =>
  new AppError("CONFLICT", "Your subscription has changed. Load the page again.", { cause });

/** Stripe knows more than our rows: the subscription may have ended, or its period is over. */
async function orChanged<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === undefined) throw error;
    log.warn("plan.refused", { code: refusal.code, message: refusal.message });
    throw changedElsewhere(error);
  }
}

/** What became of the payment. Of one that was declined nothing is left open. */
async function outcomeOf(
  changed: Stripe.Subscription,
): Promise<Pick<Changed, "outcome" | "reason" | "invoice_url">> {
  const { pending_update, latest_invoice: invoice } = changed;
  if (!pending_update || invoice === null || typeof invoice === "string")
    return { outcome: "changed", ...DONE };
  const payment = await paymentOfInvoice(invoice);
  if (payment?.status === "requires_action")
    return { outcome: "action_required", reason: null, invoice_url: invoice.hosted_invoice_url ?? null };
  await voidInvoice(invoice.id ?? "");
  return { outcome: "declined", reason: payment?.last_payment_error?.message ?? null, invoice_url: null };
}

/** Writes down what Stripe says now, so that the page shows it before the webhook comes. */
async function stored(userId: string, { subscription_id }: Subscription, now: Date): Promise<Subscription> {
  return retryOnConflict(async () => {
    const { rights, reading } = await openRights(userId);
    const own = await fetchSubscription(reading, subscription_id);
    const decision = own && decideSubscription(own, rights, now);
    await reading.commit(decision?.writes ?? []);
    const after = decision?.grant.subscription ?? currentSubscription(rights.grants);
    if (!after) throw new AppError("NOT_FOUND", "There is no subscription to change.");
    return after;
  });
}
