import type Stripe from "stripe";
import { CATALOG, type SubscriptionPlan } from "#shared/catalog/catalog.ts";
import type { Output } from "#shared/endpoint.ts";
import { AppError } from "#shared/errors.ts";
import type { changePlan, PlanPreview } from "#shared/subscriptions/planChange.ts";
import type { Subscription } from "#shared/subscriptions/subscription.ts";
import { currentSubscription, openRights } from "../../grants/index.ts";
import {
  creditedOn,
  fetchSubscription,
  idOf,
  isRenewalPending,
  paymentOf,
  planLine,
  runsOut,
  shownPayment,
  taxOf,
  waitingInvoice,
} from "../../payments/index.ts";
import { changePrice, voidInvoice } from "../../platform/changeAtStripe.ts";
import { retryOnConflict } from "../../platform/dynamo.ts";
import { log } from "../../platform/log.ts";
import {
  type PriceChange,
  paymentOfInvoice,
  previewPrice,
  releaseSchedule,
} from "../../platform/planAtStripe.ts";
import { retrievePayment, stripe } from "../../platform/stripe.ts";
import { refusalOf } from "../../platform/stripeRefusal.ts";
import { decideSubscription } from "../fromStripe/grantWrites.ts";
import { creditLeft, otherAmount, refuseOldPreview, refuseRefunded } from "./rules.ts";

// A longer plan and more seats share this code, because both charge the difference immediately.

export type Changed = Output<typeof changePlan>;
/** The amount that the customer confirms, and the time of its preview (epoch seconds). */
export type Confirmed = { at: number; due_cents: number };

export const DONE = { reason: null, invoice_url: null };

export function previewOf(invoice: Stripe.Invoice, to: SubscriptionPlan, at: number): PlanPreview {
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

/** Refuses a change after a refund or dispute of the current payment. Asks Stripe, because the event may be late. */
export async function refuseGivenBack(latestInvoiceId: string | null): Promise<void> {
  if (latestInvoiceId === null) return;
  const { invoices } = await stripe();
  const payment = paymentOf(await invoices.retrieve(latestInvoiceId, { expand: ["payments"] }));
  if (payment.startsWith("pi_")) refuseRefunded(await shownPayment(await retrievePayment(payment)));
}

/**
 * The subscription at Stripe and the parameters of a change. Changes nothing, because the customer may be confirming
 * another change at their bank.
 * @throws CONFLICT if a schedule's next phase would undo the change, or if the renewal is unpaid and would be charged
 * too
 */
export async function priceChange(
  { subscription_id, price_id }: Subscription,
  price: string,
  at: number,
  quantity?: number,
): Promise<{ now: Stripe.Subscription; change: PriceChange }> {
  const { subscriptions } = await stripe();
  const now = await subscriptions.retrieve(subscription_id, {
    expand: ["schedule", "latest_invoice.payments"],
  });
  if (isRenewalPending(now))
    throw new AppError("CONFLICT", "Your renewal is being charged. Try again in an hour.");
  const [item] = now.items.data;
  if (!item || item.price.id !== price_id) throw changedElsewhere();
  const { schedule } = now;
  if (schedule !== null && (typeof schedule === "string" || !runsOut(schedule))) throw changedElsewhere();
  const card = idOf(now.default_payment_method);
  return { now, change: { subscription: subscription_id, item: item.id, price, quantity, at, card } };
}

/** Prepares an immediate change: voids the invoice of a pending change and releases a schedule that plans nothing. */
export async function makeRoom(now: Stripe.Subscription): Promise<void> {
  const waiting = waitingInvoice(now);
  const schedule = idOf(now.schedule);
  if (waiting !== null) await voidInvoice(waiting);
  if (schedule !== null) await releaseSchedule(schedule);
}

/** Whether this same change, with the same card, waits for the bank. Its payment page must stay valid. */
async function waitsForBank(
  { pending_update, latest_invoice: invoice }: Stripe.Subscription,
  { price, quantity, card }: PriceChange,
  due_cents: number,
): Promise<boolean> {
  const [item] = pending_update?.subscription_items ?? [];
  if (item?.price.id !== price || (quantity !== undefined && item.quantity !== quantity)) return false;
  if (invoice === null || typeof invoice === "string" || invoice.amount_due !== due_cents) return false;
  const payment = await paymentOfInvoice(invoice);
  return payment?.status === "requires_action" && idOf(payment.payment_method) === card;
}

const changedElsewhere = (cause?: unknown) =>
  new AppError("CONFLICT", "Your subscription has changed. Load the page again.", { cause });

/**
 * @param call false or undefined: the subscription is over
 * @throws CONFLICT if the subscription has ended or renewed since our rows were written
 */
export async function orChanged<T>(call: Promise<T | false | undefined>): Promise<T> {
  const done = await call.catch((error: unknown) => {
    const refusal = refusalOf(error);
    if (refusal === undefined) throw error;
    log.warn("plan.refused", { code: refusal.code, message: refusal.message });
    throw changedElsewhere(error);
  });
  if (done === false || done === undefined) throw changedElsewhere();
  return done;
}

export async function changeNow(
  userId: string,
  { subscription, latestInvoiceId }: { subscription: Subscription; latestInvoiceId: string | null },
  price: string,
  confirmed: Confirmed,
  now: Date,
  seats?: number,
): Promise<Changed> {
  refuseOldPreview(confirmed.at, now);
  await refuseGivenBack(latestInvoiceId);
  const found = await priceChange(subscription, price, confirmed.at, seats);
  const changed = (await waitsForBank(found.now, found.change, confirmed.due_cents))
    ? found.now
    : await changeAnew(found, confirmed.due_cents);
  return { ...(await outcomeOf(changed)), subscription: await stored(userId, subscription, now) };
}

async function changeAnew(
  { now, change }: Awaited<ReturnType<typeof priceChange>>,
  due_cents: number,
): Promise<Stripe.Subscription> {
  if ((await previewed(change)).amount_due !== due_cents) throw otherAmount();
  await makeRoom(now);
  return orChanged(changePrice(change));
}

/** Refuses a change of seats with a negative total, because refunds ignore the credit that the change would leave. */
export async function previewed(change: PriceChange): Promise<Stripe.Invoice> {
  const invoice = await orChanged(previewPrice(change));
  if (change.quantity !== undefined && invoice.total < 0) throw creditLeft();
  return invoice;
}

export const previewLater = (
  later: Pick<PlanPreview, "to" | "at" | "price_cents" | "due_cents" | "renews_at">,
): PlanPreview => ({
  ...later,
  when: "period_end",
  currency: CATALOG.monthly.currency,
  credit_cents: 0,
  tax_cents: null,
});

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

export async function stored(
  userId: string,
  { subscription_id }: Subscription,
  now: Date,
): Promise<Subscription> {
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
