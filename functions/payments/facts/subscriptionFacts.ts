import type Stripe from "stripe";
import { OPTIONAL_PLANS, productOfStripe, SUBSCRIPTION_PLANS } from "#shared/catalog/catalog.ts";
import { isOver, SubscriptionStatus } from "#shared/subscriptions/subscription.ts";
import type { SubscriptionFacts } from "../../grants/index.ts";
import { askStripe } from "../../platform/askStripe.ts";
import type { Reading } from "../../platform/reading.ts";
import { stripe } from "../../platform/stripe.ts";
import { type Collection, END_COMMENTS, PAUSE_MARKS } from "../collectionRules.ts";
import {
  idOf,
  lastPaidInvoice,
  leftInvoicesOf,
  leftOf,
  type OpenInvoice,
  openInvoicesOf,
  paidForPeriod,
} from "./invoiceFacts.ts";

/** What a subscription's grant depends on, in one request. Only some invoices need further requests. */
const EXPAND = ["customer", "default_payment_method", "latest_invoice", "schedule"];

export type SeenSubscription = {
  userId: string;
  facts: SubscriptionFacts;
  collection: Collection;
  cardFingerprint: string | null;
};
export type OwnSubscription = SeenSubscription & { reading: Reading };

/** @returns undefined if the subscription is for another product or not for a customer of ours */
export async function fetchSubscription(
  reading: Reading,
  subscriptionId: string,
): Promise<OwnSubscription | undefined> {
  const client = await askStripe(reading);
  const seen = await readSubscription(
    await client.subscriptions.retrieve(subscriptionId, { expand: EXPAND }),
  );
  return seen && { ...seen, reading };
}

export async function fetchSubscriptions(reading: Reading, customerId: string): Promise<OwnSubscription[]> {
  const { data } = await (await askStripe(reading)).subscriptions.list({
    customer: customerId,
    status: "all",
    limit: 10,
    expand: EXPAND.map((path) => `data.${path}`),
  });
  return (await readAll(data)).map((seen) => ({ ...seen, reading }));
}

/**
 * One page of all subscriptions, filtered to ours, in one request. Do not store the result: without further requests
 * for invoices, `latest_invoice_id` is null if the latest invoice is unpaid.
 */
export async function listOwnSubscriptions(
  params: Stripe.SubscriptionListParams,
): Promise<{ page: Stripe.ApiList<Stripe.Subscription>; subscriptions: SeenSubscription[] }> {
  const page = await (await stripe()).subscriptions.list({
    status: "all",
    expand: EXPAND.map((path) => `data.${path}`),
    ...params,
  });
  return { page, subscriptions: await readAll(page.data, SHOWN) };
}

type Invoices = {
  open(subscriptionId: string): Promise<OpenInvoice[]>;
  left(subscription: Stripe.Subscription): Promise<OpenInvoice[]>;
  lastPaid(subscription: Stripe.Subscription): Promise<string | null>;
};

const ASKED: Invoices = {
  open: openInvoicesOf,
  left: ({ id }) => leftInvoicesOf(id),
  lastPaid: lastPaidInvoice,
};
const SHOWN: Invoices = {
  open: async () => [],
  left: async ({ latest_invoice: latest }) =>
    latest === null || typeof latest === "string" ? [] : leftOf([latest]),
  lastPaid: async () => null,
};

async function readAll(
  subscriptions: Stripe.Subscription[],
  invoices: Invoices = ASKED,
): Promise<SeenSubscription[]> {
  const own: SeenSubscription[] = [];
  for (const subscription of subscriptions) {
    const read = await readSubscription(subscription, invoices);
    if (read) own.push(read);
  }
  return own;
}

async function readSubscription(
  subscription: Stripe.Subscription,
  invoices: Invoices = ASKED,
): Promise<SeenSubscription | undefined> {
  const { customer } = subscription;
  const item = subscription.items.data[0];
  if (typeof customer === "string" || !item) return undefined;
  const userId = subscription.metadata.userId ?? (customer.deleted ? undefined : customer.metadata.userId);
  const product = productOfStripe(idOf(item.price.product) ?? "");
  if (!userId || !product) return undefined;
  const plan = OPTIONAL_PLANS.find((each) => each === product.id);
  const card = cardOf(subscription.default_payment_method);
  const status = SubscriptionStatus.parse(subscription.status);
  return {
    userId,
    collection: {
      pausedBy: pausedBy(subscription),
      endedAt: subscription.ended_at ?? null,
      isDuplicate: subscription.cancellation_details?.comment === END_COMMENTS.duplicate,
      openInvoices: isOver(status) ? (await invoices.left(subscription)).map(({ id }) => id) : [],
      ...latestStands(subscription),
      changeWaits: waitingInvoice(subscription) !== null,
    },
    cardFingerprint: card?.fingerprint ?? null,
    facts: {
      customer_id: customer.id,
      subscription_id: subscription.id,
      created: subscription.created,
      subscription_status: status,
      price_id: item.price.id,
      ...(item.price.unit_amount !== null && { unit_cents: item.price.unit_amount }),
      current_period_start: item.current_period_start,
      current_period_end: item.current_period_end,
      cancel_at_period_end: subscription.cancel_at_period_end,
      cancel_at: subscription.cancel_at,
      payment_method_brand: card?.brand ?? null,
      payment_method_last4: card?.last4 ?? null,
      ...(plan && { plan, plan_since: subscription.billing_cycle_anchor }),
      ...(item.quantity !== undefined && item.quantity > 1 && { quantity: item.quantity }),
      ...nextPlan(subscription),
      ...leftBecause(subscription),
      ...(isRenewalPending(subscription) && { renewal_pending: true as const }),
      ...(status === "trialing" && subscription.metadata.resumed && { resumes: true as const }),
      past_due_since:
        subscription.status === "past_due"
          ? unpaidSince(subscription, await invoices.open(subscription.id))
          : null,
      latest_invoice_id: latestIfPaid(subscription) ?? (await invoices.lastPaid(subscription)),
      ended_for: endedFor(subscription),
      ended_at: subscription.ended_at ?? null,
    },
  };
}

/**
 * Marks a subscription that was due for renewal during a pause. It resumes as a trial at Stripe, and Stripe charges the
 * renewal when the trial ends.
 */
export const RESUMED = { resumed: "shop" } as const;

function latestStands({ latest_invoice: latest }: Stripe.Subscription): Pick<Collection, "owes" | "paidAt"> {
  if (latest === null || typeof latest === "string") return { owes: false, paidAt: null };
  const { status, billing_reason, created, status_transitions } = latest;
  const { paid_at } = status_transitions;
  const isPaidAtOnce = billing_reason === "subscription_create" && paid_at === created;
  return {
    owes: status === "draft" || status === "open",
    paidAt: status === "paid" && !isPaidAtOnce ? paid_at : null,
  };
}

export function waitingInvoice({
  pending_update,
  latest_invoice,
}: Pick<Stripe.Subscription, "pending_update" | "latest_invoice">): string | null {
  return pending_update ? idOf(latest_invoice) : null;
}

/** Whether Stripe will charge the renewal soon. In a pause the draft has no `auto_advance`, and nothing is charged. */
export const isRenewalPending = ({
  status,
  latest_invoice: latest,
}: Pick<Stripe.Subscription, "status" | "latest_invoice">): boolean =>
  status === "active" &&
  latest !== null &&
  typeof latest !== "string" &&
  latest.status === "draft" &&
  latest.auto_advance === true;

function cardOf(
  method: Stripe.Subscription["default_payment_method"],
): Stripe.PaymentMethod.Card | undefined {
  return method !== null && typeof method !== "string" ? method.card : undefined;
}

/** Our metadata on the schedule that changes the plan when the next period begins. */
export const NEXT_PLAN = "nextPlan";

/** Ignores schedules made in Stripe's dashboard. */
function nextPlan({ schedule }: Stripe.Subscription): Pick<SubscriptionFacts, "next_plan"> {
  if (!schedule || typeof schedule === "string" || schedule.status !== "active") return {};
  const named = schedule.metadata?.[NEXT_PLAN];
  const plan = SUBSCRIPTION_PLANS.find((each) => each === named);
  const at = schedule.current_phase?.end_date;
  return plan !== undefined && at !== undefined && hasNextPhase(schedule) ? { next_plan: { plan, at } } : {};
}

const hasNextPhase = ({ phases, current_phase }: Stripe.SubscriptionSchedule): boolean =>
  phases.some(({ start_date }) => start_date === current_phase?.end_date);

/** Whether the schedule only waits to release the subscription, so that releasing it early changes nothing. */
export const runsOut = (schedule: Stripe.SubscriptionSchedule): boolean =>
  schedule.status === "active" && schedule.end_behavior === "release" && !hasNextPhase(schedule);

function pausedBy({ pause_collection, metadata }: Stripe.Subscription): Collection["pausedBy"] {
  if (!pause_collection) return "nobody";
  if (metadata.pausedBy === PAUSE_MARKS.begun) return "begun";
  return metadata.pausedBy === PAUSE_MARKS.us ? "us" : "another";
}

function endedFor({ cancellation_details }: Stripe.Subscription): SubscriptionFacts["ended_for"] {
  const comment = cancellation_details?.comment;
  if (comment === END_COMMENTS.refund) return "refund";
  return comment === END_COMMENTS.dispute ? "dispute" : null;
}

/**
 * The customer's reason for canceling. Without one: `account_deleted` or `payment_failed`, if either ended the
 * subscription.
 */
function leftBecause({ cancellation_details: details }: Stripe.Subscription) {
  const told = details?.comment === END_COMMENTS.deleted ? "account_deleted" : null;
  const known = told ?? (details?.reason === "payment_failed" ? details.reason : null);
  const left_because = details?.feedback || known;
  return left_because && { left_because };
}

function latestIfPaid(subscription: Stripe.Subscription): string | null {
  const { latest_invoice } = subscription;
  if (latest_invoice === null || typeof latest_invoice === "string") return null;
  return paidForPeriod(latest_invoice, subscription) ? (latest_invoice.id ?? null) : null;
}

/** When the oldest open invoice fell due. A newer invoice does not restart the grace period. */
function unpaidSince({ latest_invoice }: Stripe.Subscription, open: OpenInvoice[]): number | null {
  if (open.length > 0) return Math.min(...open.map(({ created }) => created));
  return latest_invoice === null || typeof latest_invoice === "string" ? null : latest_invoice.created;
}
