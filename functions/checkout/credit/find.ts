import type Stripe from "stripe";
import { AppError } from "#shared/errors.ts";
import { type Grant, subscriptionGrantId } from "#shared/grants/grant.ts";
import { DAY, MINUTE, SECOND } from "#shared/instant.ts";
import { PREVIEW_MINUTES } from "#shared/subscriptions/planChange.ts";
import { listGrants } from "../../grants/index.ts";
import { creditedOn, paymentOf, planLine, shownPayment } from "../../payments/index.ts";
import { stripe } from "../../platform/stripe.ts";
import { creditable, isWhole, unusedCents } from "./rules.ts";
import { readCreditSettings } from "./table.ts";

export type FoundCredit = {
  cents: number;
  currency: string;
  /** Epoch seconds. */
  at: number;
  subscription: string;
  /** The start of the credited period, epoch seconds. */
  period: number;
};

/** For this long after a renewal, unused days are credited even if the operator turned credits off. */
const FRESH = (7 * DAY) / SECOND;

/**
 * The customer's credit for a lifetime license, from Stripe's current state.
 * @param at epoch seconds
 * @returns null if there is nothing to credit, or if credits are off and the last renewal is longer ago than FRESH
 */
export async function findCredit(userId: string, at: number): Promise<FoundCredit | null> {
  const [{ given }, grants] = await Promise.all([readCreditSettings(), listGrants(userId)]);
  const grant = creditable(grants);
  if (!grant?.subscription) return null;
  const id = grant.subscription.subscription_id;
  const subscription = await (await stripe()).subscriptions.retrieve(id);
  const [item, second] = subscription.items.data;
  // A lifetime license can only replace a subscription for one computer.
  if (subscription.status !== "active" || !item || second || item.quantity !== 1) return null;
  const period = { start: item.current_period_start, end: item.current_period_end };
  const isFresh = period.start > subscription.created && at - period.start < FRESH;
  if (!given && !isFresh) return null;
  const paid = await paidFor(id, period);
  const cents = paid === undefined ? 0 : unusedCents({ ...period, cents: paid.cents }, at);
  if (paid === undefined || cents === 0) return null;
  return { cents, currency: paid.currency, at, subscription: id, period: period.start };
}

/**
 * Asks Stripe whether the credited period is still current and paid.
 * @param paidAt when the license was paid, epoch seconds; later renewals do not matter
 */
export async function isStillCreditable(
  subscriptionId: string,
  periodStart: number,
  paidAt: number,
): Promise<boolean> {
  const { items } = await (await stripe()).subscriptions.retrieve(subscriptionId);
  const start = items.data[0]?.current_period_start ?? 0;
  if (start !== periodStart && start < paidAt) return false;
  return (await paidFor(subscriptionId, { start: periodStart })) !== undefined;
}

export const grantOf = (grants: readonly Grant[], subscriptionId: string): Grant | undefined =>
  grants.find(({ id }) => id === subscriptionGrantId(subscriptionId));

/**
 * The period's price after discounts. If a change of plan credited time from the previous invoice, that invoice's
 * payment must be intact too.
 * @returns undefined if no paid invoice covers exactly one license, or if a payment was refunded or disputed
 */
async function paidFor(
  subscription: string,
  period: { start: number },
): Promise<{ cents: number; currency: string } | undefined> {
  const { invoices, paymentIntents } = await stripe();
  const isIntact = async (payment: string) =>
    payment.startsWith("pi_") &&
    isWhole(await shownPayment(await paymentIntents.retrieve(payment, { expand: ["latest_charge"] })));
  const { data } = await invoices.list({
    subscription,
    status: "paid",
    limit: 10,
    expand: ["data.payments"],
  });
  const from = data.findIndex((invoice) => planLine(invoice)?.period.start === period.start);
  const [invoice] = from < 0 ? [] : data.slice(from, from + 1);
  const line = invoice && planLine(invoice);
  if (!invoice || line?.quantity !== 1) return undefined;
  for (const one of data.slice(from)) {
    if (!(await isIntact(paymentOf(one)))) return undefined;
    if (creditedOn(one) === 0) break;
  }
  return { cents: line.amount - discounted(line), currency: invoice.currency };
}

const discounted = ({ discount_amounts }: Stripe.InvoiceLineItem): number =>
  (discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0);

/** Recomputes the credit that was shown. @throws CONFLICT if the credit has changed or was shown too long ago */
export async function confirmCredit(
  userId: string,
  shown: { cents: number; at: number },
  now: Date,
): Promise<FoundCredit> {
  const age = now.getTime() - shown.at * SECOND;
  const isFresh = age >= -MINUTE && age <= PREVIEW_MINUTES * MINUTE;
  const found = isFresh ? await findCredit(userId, shown.at) : null;
  if (found?.cents !== shown.cents)
    throw new AppError("CONFLICT", "The credit has changed. Nothing was charged. Check the new price.", {
      field: "credit",
    });
  return found;
}
