import type Stripe from "stripe";
import { Grant, lifetimeGrantId, subscriptionGrantId } from "#shared/grants/grant.ts";
import { License } from "#shared/licenses/license.ts";
import { standing } from "#shared/licenses/standing.ts";
import type { Shop } from "../shop.ts";
import type { Invariant, Settled } from "./invariant.ts";

const licensesOf = (shop: Shop) =>
  shop.database
    .rows("Seats")
    // A replaced key keeps a row, which refers to its successor.
    .filter(({ sk, successor }) => sk === "license" && successor === undefined)
    .map((row) => License.parse(row));

export const account = (shop: Shop, userId: string) =>
  shop.database.partition("Users", userId).find(({ sk }) => sk === "account");

export const ownerOf = (shop: Shop, customer: string): string | undefined => {
  const row = shop.database
    .rows("Users")
    .find(({ sk, stripeCustomerId }) => sk === "account" && stripeCustomerId === customer);
  return row && String(row.pk);
};

const WILL_CHARGE: readonly string[] = ["active", "trialing", "past_due"];

/** Whether a bank debit for this invoice is in progress. Such an invoice cannot be voided. */
export const isBeingPaid = ({ stripe: { store } }: Shop, id: string): boolean =>
  store
    .all("invoicePayment")
    .filter(({ invoice, status }) => invoice === id && status === "open")
    .some(
      ({ payment }) => store.find("paymentIntent", String(payment.payment_intent))?.status === "processing",
    );

/** Whether a subscription's first payment is in progress. The subscription may never begin. */
const isBeginning = (shop: Shop, { latest_invoice }: Stripe.Subscription): boolean =>
  isBeingPaid(shop, String(latest_invoice));

/** Whether Stripe will charge this subscription again without further action. */
const willBeCharged = (subscription: Stripe.Subscription): boolean =>
  WILL_CHARGE.includes(subscription.status) &&
  !subscription.cancel_at_period_end &&
  subscription.cancel_at === null &&
  subscription.pause_collection === null;

/** Whether the operator was notified by a mail or an alert with this id. */
export const isRaised = (shop: Shop, id: string): boolean =>
  shop.services.sent.some(({ to, text }) => to === "operator@example.com" && text.includes(id)) ||
  shop.database.rows("Alerts").some((row) => JSON.stringify(row).includes(id));

/** Stripe charges a subscription only while its key works or could work after a payment. */
export const noChargeWithoutARight: Invariant = ({ shop }: Settled) => {
  const now = new Date();
  const licenses = licensesOf(shop);
  return (shop.stripe.store.all("subscription") as unknown as Stripe.Subscription[])
    .filter((subscription) => willBeCharged(subscription) && !isBeginning(shop, subscription))
    .flatMap((subscription) => {
      const owner = ownerOf(shop, String(subscription.customer));
      const license = licenses.find(
        ({ userId, grantId }) => userId === owner && grantId === subscriptionGrantId(subscription.id),
      );
      const code = license ? standing(license.entitlement, now).code : "no key";
      if (code === "VALID" || code === "PAYMENT_REQUIRED" || isRaised(shop, subscription.id)) return [];
      return [
        `No charge without a right: ${subscription.id} (${subscription.status}) of ${owner} has ${code}`,
      ];
    });
};

/** When a key works again, the shop resumes the collection that it paused. */
export const collectionResumes: Invariant = ({ shop }: Settled) => {
  const licenses = licensesOf(shop);
  return (shop.stripe.store.all("subscription") as unknown as Stripe.Subscription[])
    .filter(({ status, pause_collection, metadata }) => {
      const isOngoing = WILL_CHARGE.includes(status);
      return isOngoing && pause_collection !== null && metadata.pausedBy?.startsWith("shop");
    })
    .filter(({ id }) =>
      licenses.some(
        ({ grantId, entitlement }) =>
          grantId === subscriptionGrantId(id) && standing(entitlement, new Date()).code === "VALID",
      ),
    )
    .map(({ id }) => `Collection resumes: ${id} is paused, and its key works`);
};

/** Why a payment no longer gives a right. A refund that the operator made as a gift leaves the right. */
export function isTakenBack(shop: Shop, paymentIntent: string): string | undefined {
  // The last refund decides whether the payment was returned as a gift.
  const isGift = refundsOf(shop, paymentIntent).at(-1)?.metadata?.gift === "true";
  const why = isBack(shop, paymentIntent);
  return isGift && why === "was refunded" ? disputeOver(shop, paymentIntent) : why;
}

/** Why we no longer have a payment's money. Refunds made as a gift count, too. */
export function isBack(shop: Shop, paymentIntent: string): string | undefined {
  const charge = chargeOf(shop, paymentIntent);
  if (!charge) return "was never paid";
  const refunded = refundsOf(shop, paymentIntent).reduce((sum, { amount }) => sum + amount, 0);
  return refunded >= charge.amount ? "was refunded" : disputeOver(shop, paymentIntent);
}

const chargeOf = ({ stripe }: Shop, paymentIntent: string) =>
  stripe.store.all("charge").find((one) => one.payment_intent === paymentIntent && one.paid);

const refundsOf = (shop: Shop, paymentIntent: string) =>
  shop.stripe.store
    .all("refund")
    .filter(
      ({ charge, status }) =>
        charge === chargeOf(shop, paymentIntent)?.id && /succeeded|pending/.test(String(status)),
    );

function disputeOver(shop: Shop, paymentIntent: string): string | undefined {
  const dispute = shop.stripe.store
    .all("dispute")
    .find((one) => one.charge === chargeOf(shop, paymentIntent)?.id);
  const holds = dispute && /^(needs_response|under_review|lost)$/.test(dispute.status);
  return holds ? `has a dispute (${dispute.status})` : undefined;
}

/** A bought key works only while we have the money for it. */
export const noRightWithoutMoney: Invariant = ({ shop }: Settled) => {
  const now = new Date();
  const { store } = shop.stripe;
  const grants = shop.database
    .rows("Grants")
    .filter(({ sk }) => String(sk).startsWith("grant#"))
    .map((row) => Grant.parse(row));
  return licensesOf(shop)
    .filter(({ entitlement }) => standing(entitlement, now).code === "VALID")
    .flatMap(({ userId, grantId, source }) => {
      if (source === "manual" || source === "free") return [];
      const grant = grants.find((one) => one.userId === userId && one.id === grantId);
      if (source === "subscription" && neverPaid(grant))
        return [`No right without money: ${grantId} of ${userId} works, and was never paid`];
      const payments =
        source === "lifetime" ? [grantId.slice(lifetimeGrantId("").length)] : currentPayments(grant);
      return payments.flatMap((payment) => {
        const why = isTakenBack(shop, payment);
        return why === undefined
          ? []
          : [`No right without money: ${grantId} of ${userId} works, and ${payment} ${why}`];
      });
    });

  /** Whether the subscription has no paid invoice. A trial's invoice counts as paid, although nothing was due. */
  function neverPaid(grant: Grant | undefined): boolean {
    const id = grant?.subscription?.subscription_id;
    return !store
      .all("invoice")
      .some(({ status, parent }) => status === "paid" && parent?.subscription_details?.subscription === id);
  }

  /** Payments for the current period of a subscription. */
  function currentPayments(grant: Grant | undefined): string[] {
    const invoice = grant?.latestInvoiceId ? store.find("invoice", grant.latestInvoiceId) : undefined;
    if (invoice?.status !== "paid") return [];
    return store
      .all("invoicePayment")
      .filter((one) => one.invoice === invoice.id && one.status === "paid")
      .flatMap(({ payment }) => (typeof payment.payment_intent === "string" ? [payment.payment_intent] : []));
  }
};

/** Every customer can cancel, even while suspended, past due or in a dispute. */
export const everybodyCanStop: Invariant = ({ shop, people, random }: Settled) => {
  const paying = (shop.stripe.store.all("subscription") as unknown as Stripe.Subscription[])
    .filter(({ status, cancel_at }) => WILL_CHARGE.includes(status) && cancel_at === null)
    .filter((subscription) => !isBeginning(shop, subscription))
    .flatMap(({ metadata }) => people.all.find(({ sub }) => sub === metadata.userId) ?? [])
    .filter(({ sub }) => account(shop, sub)?.deletedAt === null);
  const suspended = paying.filter(({ sub }) => account(shop, sub)?.suspended === true);
  const person = random.pick(suspended.length > 0 && random.chance(0.5) ? suspended : paying);
  if (!person) return [];
  return shop.tentatively(async () => {
    const { status, body } = await shop.call("subscriptions/cancelSubscription", person);
    return status === 200 ? [] : [`Everybody can stop paying: ${person.email} gets ${status} ${body.code}`];
  });
};

/** A customer without a running subscription can buy again, unless the account is suspended. */
export const everybodyCanBuyAgain: Invariant = ({ shop, people, random }: Settled) => {
  const person = random.pick(people.all);
  const row = person && account(shop, person.sub);
  if (!row || row.deletedAt || row.suspended || hasOngoing(shop, person.sub)) return [];
  return shop.tentatively(async () => {
    const { status, body } = await shop.call("checkout/startCheckout", person, {
      price_id: shop.stripe.prices.monthly,
      mode: "subscription",
      success_url: "https://shop.example/success",
      cancel_url: "https://shop.example/checkout",
    });
    if (status === 200 || body.code === "ALREADY_OWNED" || body.code === "CONFLICT") return [];
    return [`Everybody can buy again: ${person.email} gets ${status} ${body.code}`];
  });
};

/** Whether a customer has a subscription that still runs, even if it will not renew or is paused. */
const hasOngoing = (shop: Shop, userId: string): boolean =>
  shop.stripe.store
    .all("subscription")
    .some(
      ({ customer, status }) =>
        /active|trialing|past_due|unpaid|paused/.test(status) && ownerOf(shop, String(customer)) === userId,
    );
