import { eventually } from "../eventually.ts";
import { idOf } from "../stripeAt.ts";
import type { Story, Teller } from "./teller.ts";

const HOUR = 3600;
const DAY = 24 * HOUR;
/** Longer than any month plus the hour for which a renewal's invoice stays a draft. */
const A_MONTH = 31 * DAY + 2 * HOUR;
const FAILING_CARD = "pm_card_chargeCustomerFail";
const DISPUTED_CARD = "pm_card_createDispute";

/** What the shop relies on at Stripe. Each story runs at Stripe and in the sandbox. */
export const STORIES: readonly Story[] = [
  {
    name: "renewal",
    async tell(teller) {
      const { customer, id } = await subscribed(teller);
      await customer.advance(A_MONTH);
      await noteSubscription(teller, "after a month", id);
      teller.note("events", namesOf(await customer.eventTypes()));
    },
  },
  {
    name: "payment fails",
    async tell(teller) {
      const { stripe } = teller;
      const { customer, id } = await subscribed(teller);
      const card = await stripe.paymentMethods.attach(FAILING_CARD, { customer: customer.id });
      await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: card.id } });
      await customer.advance(A_MONTH);
      await noteSubscription(teller, "after a month", id);
      teller.note("events", namesOf(await customer.eventTypes()));
    },
  },
  {
    name: "cancel at period end",
    async tell(teller) {
      const { customer, id } = await subscribed(teller);
      teller.note("canceling", await teller.stripe.subscriptions.update(id, { cancel_at_period_end: true }));
      await customer.advance(A_MONTH);
      await noteSubscription(teller, "after a month", id);
      teller.note("events", namesOf(await customer.eventTypes()));
    },
  },
  {
    name: "refund",
    async tell(teller) {
      const { stripe, note } = teller;
      const { customer, id, payment } = await subscribed(teller);
      note("refund", await stripe.refunds.create({ payment_intent: payment }));
      await noteSubscription(teller, "after the refund", id);
      note("canceled", await stripe.subscriptions.cancel(id, { prorate: false }));
      note("events", namesOf(await customer.eventTypes()));
    },
  },
  {
    name: "dispute",
    async tell(teller) {
      const { stripe, note } = teller;
      const { customer, payment } = await subscribed(teller, DISPUTED_CARD);
      const find = async () => (await stripe.disputes.list({ payment_intent: payment })).data[0];
      const dispute = await eventually("Stripe opened no dispute", find);
      note("opened", dispute);
      await stripe.disputes.update(dispute.id, { evidence: { uncategorized_text: "winning_evidence" } });
      const closed = await eventually("Stripe did not decide", async () => {
        const now = await find();
        return now?.status === "won" ? now : undefined;
      });
      note("won", closed);
      note("events", namesOf(await customer.eventTypes()));
    },
  },
  {
    name: "checkout",
    async tell({ stripe, price, note, customer }) {
      const { id } = await customer();
      const session = await stripe.checkout.sessions.create({
        mode: "subscription",
        customer: id,
        line_items: [{ price, quantity: 1 }],
        success_url: "https://example.com/success",
        cancel_url: "https://example.com/cancel",
      });
      note("open", session);
      note("expired", await stripe.checkout.sessions.expire(session.id));
    },
  },
];

async function subscribed(teller: Teller, card?: string) {
  const { stripe, price, note } = teller;
  const customer = await teller.customer(card);
  const subscription = await stripe.subscriptions.create({ customer: customer.id, items: [{ price }] });
  note("subscribed", subscription);
  const invoice = idOf(subscription.latest_invoice) ?? "";
  note("first invoice", await stripe.invoices.retrieve(invoice));
  const { data } = await stripe.invoicePayments.list({ invoice });
  note("first payment", data[0]);
  const payment = idOf(data[0]?.payment.payment_intent) ?? "";
  return { customer, id: subscription.id, payment };
}

async function noteSubscription({ stripe, note }: Teller, step: string, id: string): Promise<void> {
  const subscription = await stripe.subscriptions.retrieve(id);
  note(step, subscription);
  note(`${step}, invoice`, await stripe.invoices.retrieve(idOf(subscription.latest_invoice) ?? ""));
}

/** One line per event type in the comparison: `{ "invoice.paid": true }`. */
const namesOf = (types: readonly string[]) => Object.fromEntries(types.map((type) => [type, true]));
