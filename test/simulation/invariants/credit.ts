import type Stripe from "stripe";
import { END_COMMENTS } from "../../../functions/payments/collectionRules.ts";
import type { Shop } from "../shop.ts";
import { isLeftToAPerson } from "./endings.ts";
import type { Invariant, Settled } from "./invariant.ts";

const OVER = ["canceled", "incomplete_expired"];

/**
 * After a payment with a credit, either the license is granted and the subscription has ended, or the payment is fully
 * refunded, or the refund failed and the operator knows.
 */
export const creditsAreEarned: Invariant = ({ shop }: Settled) => {
  const sessions = (shop.stripe.store.all("checkoutSession") as unknown as Stripe.Checkout.Session[]).filter(
    ({ metadata }) => metadata?.creditOf !== undefined,
  );
  const paid = sessions.filter(({ payment_status }) => payment_status === "paid");
  return [...paid.flatMap((session) => wrongWith(shop, session)), ...couponsOf(shop), ...endsOf(shop, paid)];
};

function wrongWith(
  shop: Shop,
  { id, metadata, amount_total, payment_intent, total_details }: Stripe.Checkout.Session,
): string[] {
  const { store } = shop.stripe;
  const payment = String(payment_intent);
  const credit = Number(metadata?.creditCents);
  const subscription = store.find("subscription", metadata?.creditOf ?? "");
  const found: string[] = [];
  const say = (what: string) => found.push(`Credits are earned: ${id} with ${credit} off ${what}`);
  const tax = total_details?.amount_tax ?? 0;
  if (amount_total !== 4000_00 - credit + tax) say(`took ${amount_total}`);
  const isGranted = shop.database.rows("Grants").some((row) => row.id === `life:${payment}`);
  if (!isGranted) {
    if (returnedOf(shop, payment) < (amount_total ?? 0) && !isLeftToAPerson(shop, payment))
      say("gave nothing, and was not refunded");
    return found;
  }
  if (subscription && !OVER.includes(subscription.status))
    say(`left ${subscription.id} ${subscription.status}`);
  const month = paidFor(shop, metadata?.creditOf ?? "", Number(metadata?.creditPeriod));
  const paidAt = chargeOf(shop, payment)?.created ?? 0;
  if (!month) say("was for a period that was not paid");
  else {
    if (credit > month.amount) say(`is more than the ${month.amount} of its period`);
    const before = troublesOf(shop, month.payment).filter(({ created }) => created < paidAt);
    if (before.length > 0) say(`was for ${month.payment}, which had been refunded or disputed before`);
  }
  return found;
}

/** A credit's coupon is used at most once. */
function couponsOf({ stripe: { store } }: Shop): string[] {
  return store
    .all("coupon")
    .filter(({ metadata, times_redeemed }) => metadata?.creditOf !== undefined && times_redeemed > 1)
    .map(({ id, times_redeemed }) => `Credits are earned: ${id} counted ${times_redeemed} times`);
}

/** A subscription ends for a credit only if the credit was used in a payment. */
function endsOf({ stripe: { store } }: Shop, paid: readonly Stripe.Checkout.Session[]): string[] {
  return (store.all("subscription") as unknown as Stripe.Subscription[])
    .filter(({ cancellation_details }) => cancellation_details?.comment === END_COMMENTS.credited)
    .filter(({ id }) => !paid.some(({ metadata }) => metadata?.creditOf === id))
    .map(({ id }) => `Credits are earned: ${id} ended for a credit that no payment used`);
}

const chargeOf = ({ stripe: { store } }: Shop, payment: string) =>
  store.all("charge").find(({ payment_intent, paid }) => payment_intent === payment && paid);

function paidFor({ stripe: { store } }: Shop, subscription: string, start: number) {
  const invoice = (store.all("invoice") as unknown as Stripe.Invoice[]).find(
    ({ parent, status, lines }) =>
      parent?.subscription_details?.subscription === subscription &&
      status === "paid" &&
      lines.data.some(({ amount, period }) => amount > 0 && period.start === start),
  );
  const made = store
    .all("invoicePayment")
    .find((one) => one.invoice === invoice?.id && one.status === "paid");
  const payment = made?.payment.payment_intent;
  const amount = invoice?.lines.data.reduce((sum, line) => sum + Math.max(0, line.amount), 0) ?? 0;
  return payment ? { payment, amount } : undefined;
}

const troublesOf = ({ stripe: { store } }: Shop, payment: string): { created: number }[] => [
  ...store
    .all("refund")
    .filter((one) => one.payment_intent === payment && !/failed|canceled/.test(String(one.status))),
  ...store
    .all("dispute")
    .filter((one) => one.payment_intent === payment && !/^warning|^won$/.test(String(one.status))),
];

/** The amount that was refunded or is disputed, in cents. */
const returnedOf = (shop: Shop, payment: string): number =>
  (troublesOf(shop, payment) as { amount?: number }[]).reduce((sum, { amount = 0 }) => sum + amount, 0);
