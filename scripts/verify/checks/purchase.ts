import type Stripe from "stripe";
import { CATALOG } from "#shared/catalog/catalog.ts";
import { startCheckout } from "#shared/checkout/customer.ts";
import { listSeats } from "#shared/licenses/customer.ts";
import type { Seat } from "#shared/licenses/seat.ts";
import { getCheckout } from "#shared/stripeEvents/customer.ts";
import { getSubscription } from "#shared/subscriptions/customer.ts";
import { type Check, needed } from "../check.ts";
import { newComputer } from "../desktop.ts";
import { eventually } from "../eventually.ts";
import type { Visit } from "../shop.ts";
import { idOf } from "../stripeAt.ts";

const GOOD_CARD = "pm_card_visa";
const DISPUTED_CARD = "pm_card_createDispute";
/** The evidence that wins a test dispute. */
const WINNING = "winning_evidence";
/** Enough time to find the card and type a code. */
const PERSON_PATIENCE_SECONDS = 900;

export const checkoutOpens: Check<Visit> = {
  name: "the checkout opens at Stripe",
  async run(visit) {
    const { shop, guide } = visit;
    const { token } = needed(visit.customer, "a customer");
    const { sessionId, url } = await shop.api(
      startCheckout,
      {
        price_id: shop.config.prices.monthly,
        mode: CATALOG.monthly.mode,
        success_url: `${shop.siteUrl}/success`,
        cancel_url: `${shop.siteUrl}/dashboard`,
      },
      { token },
    );
    const session = await shop.stripe.checkout.sessions.retrieve(sessionId);
    if (session.livemode) throw new Error("Stripe opened it in live mode");
    visit.stripeCustomerId = idOf(session.customer);
    visit.checkoutId = sessionId;
    if (session.amount_total !== CATALOG.monthly.price)
      throw new Error(`it asks for ${session.amount_total} cents instead of ${CATALOG.monthly.price}`);
    // A program cannot fill in Stripe's page. The API subscribes instead, so this checkout must stay unpaid.
    if (!guide) await shop.stripe.checkout.sessions.expire(sessionId);
    guide?.say(`Open this page and pay with 4242 4242 4242 4242, any date ahead, any three digits:\n${url}`);
    return `${session.amount_total} ${session.currency}`;
  },
  async cleanup({ shop, stripeCustomerId, checkoutId }) {
    if (checkoutId === undefined || stripeCustomerId === undefined) return undefined;
    const session = await shop.stripe.checkout.sessions.retrieve(checkoutId);
    if (session.status === "open") await shop.stripe.checkout.sessions.expire(checkoutId);
    const { data } = await shop.stripe.subscriptions.list({ customer: stripeCustomerId });
    for (const { id } of data) await shop.stripe.subscriptions.cancel(id, { prorate: false });
    return data.length > 0 ? `canceled ${data.length} at Stripe` : undefined;
  },
};

export const subscriptionByApi: Check<Visit> = {
  name: "a subscription paid at Stripe becomes active",
  async run(visit) {
    const subscription = await subscribe(visit, GOOD_CARD);
    visit.subscriptionId = subscription.id;
    visit.paymentIntentId = await paymentOf(visit.shop.stripe, subscription);
    return activated(visit, subscription.id);
  },
};

export const subscriptionByPerson: Check<Visit> = {
  name: "a person pays, and the subscription becomes active",
  async run(visit) {
    const { shop } = visit;
    const sessionId = needed(visit.checkoutId, "a checkout");
    const subscription = await eventually(
      "nobody paid",
      async () => {
        const session = await shop.stripe.checkout.sessions.retrieve(sessionId, { expand: ["subscription"] });
        return typeof session.subscription === "object" ? (session.subscription ?? undefined) : undefined;
      },
      PERSON_PATIENCE_SECONDS,
    );
    visit.subscriptionId = subscription.id;
    visit.paymentIntentId = await paymentOf(shop.stripe, subscription);
    const { token } = needed(visit.customer, "a customer");
    await eventually("the checkout is still pending", async () => {
      const { status } = await shop.api(getCheckout, { sessionId }, { token });
      return status === "paid" ? status : undefined;
    });
    return activated(visit, subscription.id);
  },
};

export const keyAppears: Check<Visit> = {
  name: "the license key appears",
  async run(visit) {
    needed(visit.subscriptionId, "a subscription");
    const seat = await seatWith(visit, "VALID");
    visit.licenseKey = seat.license_key;
    return `${seat.tier}, ${seat.source}`;
  },
};

export const computerActivates: Check<Visit> = {
  name: "a computer activates the key and works offline",
  async run(visit) {
    const key = needed(visit.licenseKey, "a license key");
    const computer = await newComputer(visit.shop.apiUrl, `verify-${visit.run}`);
    const { refusal, outcome } = await computer.activate(key);
    if (refusal) throw new Error(`${refusal.code}: ${refusal.message}`);
    if (outcome !== "done")
      throw new Error("the license service cannot be reached, or its lease cannot be checked");
    visit.computer = computer;
    const work = await computer.beginWork();
    if (work === null) throw new Error((await computer.state()).message);
    work.end();
    const seat = await seatWith(visit, "VALID");
    if (seat.computer_name !== `verify-${visit.run}`) throw new Error(`the seat shows ${seat.computer_name}`);
    if (!seat.ip_address) throw new Error("the seat shows no address");
    const { leaseEndsAt } = await computer.state();
    return `a lease until ${leaseEndsAt?.toISOString() ?? "an unknown time"}`;
  },
};

export const refundRevokes: Check<Visit> = {
  name: "a full refund revokes the license",
  async run(visit) {
    const computer = needed(visit.computer, "a computer");
    const { shop } = visit;
    await shop.stripe.refunds.create({ payment_intent: needed(visit.paymentIntentId, "a payment") });
    visit.refunded = true;
    await seatWith(visit, "REVOKED");
    const { refusal } = await computer.refresh();
    if (refusal?.code !== "REVOKED") throw new Error(`the computer hears ${refusal?.code ?? "nothing"}`);
    await eventually("the subscription at Stripe continues", async () => {
      const { status } = await shop.stripe.subscriptions.retrieve(
        needed(visit.subscriptionId, "a subscription"),
      );
      return status === "canceled" ? status : undefined;
    });
    return "REVOKED, the subscription is canceled";
  },
};

export const disputeSuspends: Check<Visit> = {
  name: "a dispute suspends the license until it is won",
  async run(visit) {
    needed(visit.refunded, "a customer who may buy again");
    const { shop } = visit;
    const subscription = await subscribe(visit, DISPUTED_CARD);
    const payment = await paymentOf(shop.stripe, subscription);
    visit.disputedPaymentIntentId = payment;
    const dispute = await eventually("Stripe opened no dispute", async () => {
      const { data } = await shop.stripe.disputes.list({ payment_intent: payment });
      return data[0];
    });
    await seatWith(visit, "SUSPENDED");
    await shop.stripe.disputes.update(dispute.id, { evidence: { uncategorized_text: WINNING } });
    await seatWith(visit, "VALID");
    return "SUSPENDED, then VALID";
  },
};

/** Subscribes the checkout's customer by API, with one of Stripe's test cards. */
async function subscribe({ shop, stripeCustomerId }: Visit, card: string): Promise<Stripe.Subscription> {
  const customer = needed(stripeCustomerId, "a customer at Stripe");
  const { id } = await shop.stripe.paymentMethods.attach(card, { customer });
  return shop.stripe.subscriptions.create({
    customer,
    default_payment_method: id,
    items: [{ price: shop.config.prices.monthly }],
  });
}

async function activated({ shop, customer }: Visit, subscriptionId: string): Promise<string> {
  const { token } = needed(customer, "a customer");
  await eventually("the shop does not show it as active", async () => {
    const { subscription } = await shop.api(getSubscription, {}, { token });
    const isActive = subscription?.subscription_status === "active";
    return isActive && subscription.subscription_id === subscriptionId ? subscription : undefined;
  });
  return "active, by webhook";
}

async function seatWith({ shop, customer }: Visit, code: Seat["code"]): Promise<Seat> {
  const { token } = needed(customer, "a customer");
  let shown = "no seat";
  return eventually(`no seat is ${code}`, async () => {
    const { seats } = await shop.api(listSeats, {}, { token });
    shown = seats.map((seat) => seat.code).join(", ") || shown;
    return seats.find((seat) => seat.code === code);
  }).catch((error: Error) => {
    throw new Error(`${error.message}, but ${shown}`);
  });
}

async function paymentOf(stripe: Stripe, { latest_invoice }: Stripe.Subscription): Promise<string> {
  const invoice = idOf(latest_invoice);
  const { data } = await stripe.invoicePayments.list({ invoice: needed(invoice, "an invoice") });
  return needed(idOf(data[0]?.payment.payment_intent), "a payment");
}
