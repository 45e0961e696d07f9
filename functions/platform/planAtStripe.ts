import type Stripe from "stripe";
import { stripe } from "./stripe.ts";
import { refusalOf } from "./stripeRefusal.ts";

/** A new price or number of seats for a subscription's only item. The change starts a new period. */
export type PriceChange = {
  subscription: string;
  item: string;
  price: string;
  quantity?: number | undefined;
  /** Epoch seconds: the time until which the running period counts as used. */
  at: number;
  /** The subscription's own card, which pays for the change; null if it has none. */
  card: string | null;
};

export const priceParams = ({ item, price, quantity, at }: PriceChange) => ({
  items: [{ id: item, price, ...(quantity === undefined ? {} : { quantity }) }],
  billing_cycle_anchor: { type: "now" as const },
  proration_behavior: "always_invoice" as const,
  proration_date: at,
});

export async function previewPrice(asked: PriceChange): Promise<Stripe.Invoice> {
  const { invoices } = await stripe();
  return invoices.createPreview({
    subscription: asked.subscription,
    subscription_details: priceParams(asked),
  });
}

/** The open payment of an invoice whose payments are expanded. It shows why the invoice is unpaid. */
export async function paymentOfInvoice(invoice: Stripe.Invoice): Promise<Stripe.PaymentIntent | undefined> {
  const { paymentIntents } = await stripe();
  const intent = invoice.payments?.data.find(({ status }) => status === "open")?.payment.payment_intent;
  const id = typeof intent === "string" ? intent : intent?.id;
  return id === undefined ? undefined : paymentIntents.retrieve(id);
}

/**
 * Creates a schedule that changes the price when the next period begins, and then releases the subscription. Reuses the
 * schedule of an interrupted request.
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
  if (!current_phase || !item) throw new Error(`The schedule ${id} has no current phase`);
  const { quantity = 1 } = item;
  await subscriptionSchedules.update(id, {
    end_behavior: "release",
    metadata,
    // Stripe resets every setting that an update omits, also on the running phase and the subscription.
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

/** Updates the card that the schedule's next phase sets on the subscription. Ignores a schedule that is over. */
export async function rescheduleCard(schedule: string, card: string): Promise<void> {
  const { subscriptionSchedules } = await stripe();
  await whileItRuns(
    schedule,
    subscriptionSchedules.update(schedule, { default_settings: { default_payment_method: card } }),
  );
}

/** Cancels what a schedule planned; the subscription stays as it is. */
export async function releaseSchedule(schedule: string): Promise<void> {
  const { subscriptionSchedules } = await stripe();
  await whileItRuns(schedule, subscriptionSchedules.release(schedule));
}

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
