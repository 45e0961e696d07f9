import type Stripe from "stripe";
import { stripe } from "./stripe.ts";
import { refusalOf } from "./stripeRefusal.ts";

/** Another price or number of seats for a subscription's only item, from an instant on (epoch seconds): a new period begins. */
export type PriceChange = {
  subscription: string;
  item: string;
  price: string;
  /** Seats; left out where they stay. */
  quantity?: number | undefined;
  at: number;
  /** The subscription's, which pays the change: null where it has none. */
  card: string | null;
};

/** What says so in a request. */
export const priceParams = ({ item, price, quantity, at }: PriceChange) => ({
  items: [{ id: item, price, ...(quantity === undefined ? {} : { quantity }) }],
  billing_cycle_anchor: { type: "now" as const },
  proration_behavior: "always_invoice" as const,
  proration_date: at,
});

/** The invoice that the change would make. */
export async function previewPrice(asked: PriceChange): Promise<Stripe.Invoice> {
  const { invoices } = await stripe();
  return invoices.createPreview({
    subscription: asked.subscription,
    subscription_details: priceParams(asked),
  });
}

/** Why the payment of an invoice is not done, where its payments are expanded. */
export async function paymentOfInvoice(invoice: Stripe.Invoice): Promise<Stripe.PaymentIntent | undefined> {
  const { paymentIntents } = await stripe();
  const intent = invoice.payments?.data.find(({ status }) => status === "open")?.payment.payment_intent;
  const id = typeof intent === "string" ? intent : intent?.id;
  return id === undefined ? undefined : paymentIntents.retrieve(id);
}

/**
 * Sells another price from the next period on, by a schedule that then lets the subscription go. A schedule that an
 * interrupted request has made is used again.
 */
export async function schedulePrice(
  subscriptionId: string,
  price: string,
  metadata: Record<string, string>,
): Promise<void> {
  const { subscriptions, subscriptionSchedules } = await stripe();
  const { schedule, items, default_payment_method, automatic_tax } =
    await subscriptions.retrieve(subscriptionId);
  const known = typeof schedule === "string" ? schedule : schedule?.id;
  const { id, current_phase } =
    known === undefined
      ? await subscriptionSchedules.create({ from_subscription: subscriptionId })
      : await subscriptionSchedules.retrieve(known);
  const [item] = items.data;
  if (!current_phase || !item) throw new Error(`The schedule ${id} has no phase that runs`);
  const { quantity = 1 } = item;
  await subscriptionSchedules.update(id, {
    end_behavior: "release",
    metadata,
    // What is not said again is unset, for the running phase and its subscription too.
    default_settings: {
      automatic_tax: { enabled: automatic_tax.enabled },
      ...cardOf(default_payment_method),
    },
    phases: [
      {
        items: [{ price: item.price.id, quantity }],
        start_date: current_phase.start_date,
        end_date: current_phase.end_date,
      },
      {
        items: [{ price, quantity }],
        duration: { interval: "month", interval_count: 1 },
        billing_cycle_anchor: "phase_start",
        proration_behavior: "none",
      },
    ],
    proration_behavior: "none",
  });
}

const cardOf = (card: Stripe.Subscription["default_payment_method"]) =>
  card === null ? {} : { default_payment_method: typeof card === "string" ? card : card.id };

/** Has a schedule charge another card, which it would set at its next phase. Nothing for one that is over. */
export async function rescheduleCard(schedule: string, card: string): Promise<void> {
  const { subscriptionSchedules } = await stripe();
  await whileItRuns(
    schedule,
    subscriptionSchedules.update(schedule, { default_settings: { default_payment_method: card } }),
  );
}

/** Leaves the subscription as it is now, whatever a schedule planned for it. */
export async function releaseSchedule(schedule: string): Promise<void> {
  const { subscriptionSchedules } = await stripe();
  await whileItRuns(schedule, subscriptionSchedules.release(schedule));
}

/** Stripe refuses to change a schedule that is over: nothing is left to do. */
async function whileItRuns(schedule: string, change: Promise<unknown>): Promise<void> {
  try {
    await change;
  } catch (error) {
    if (refusalOf(error) === undefined) throw error;
    const { subscriptionSchedules } = await stripe();
    const { status } = await subscriptionSchedules.retrieve(schedule);
    if (status === "active" || status === "not_started") throw error;
  }
}
