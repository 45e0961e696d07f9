import type Stripe from "stripe";
import { Grant, subscriptionGrantId } from "#shared/grants/grant.ts";
import { standing } from "#shared/licenses/standing.ts";
import type { Mail } from "#shared/mail/mail.ts";
import { Payout } from "#shared/payouts/payout.ts";
import { isOver } from "#shared/subscriptions/subscription.ts";
import { clock } from "../determinism.ts";
import type { Shop } from "../shop.ts";
import { isLeftToAPerson } from "./endings.ts";
import type { Invariant, Settled } from "./invariant.ts";
import { account, isBack, isBeingPaid } from "./rights.ts";

const subscriptionsOf = ({ stripe: { store } }: Shop) =>
  store.all("subscription") as unknown as Stripe.Subscription[];

const invoicesOf = ({ stripe: { store } }: Shop, subscription: string) =>
  (store.all("invoice") as unknown as Stripe.Invoice[]).filter(
    ({ parent }) => parent?.subscription_details?.subscription === subscription,
  );

const paymentsOf = ({ stripe: { store } }: Shop, invoice: string | undefined): string[] =>
  store
    .all("invoicePayment")
    .filter((one) => one.invoice === invoice && one.status === "paid")
    .flatMap(({ payment }) => payment.payment_intent ?? []);

const grantsOf = (shop: Shop): Grant[] =>
  shop.database
    .rows("Grants")
    .filter(({ sk }) => String(sk).startsWith("grant#"))
    .map((row) => Grant.parse(row));

/** Undefined for a deleted or unknown account. */
const customerOf = (shop: Shop, userId: string | undefined) => {
  const row = userId === undefined ? undefined : account(shop, userId);
  return row?.deletedAt ? undefined : row;
};

/** Times of lifetime payments without a refund or dispute, in epoch seconds by user. */
function ownersOf(shop: Shop): Map<string, number> {
  const { store } = shop.stripe;
  const owners = new Map<string, number>();
  for (const { userId, source, id } of grantsOf(shop)) {
    if (source !== "lifetime") continue;
    const payment = id.slice("life:".length);
    const charge = store.all("charge").find(({ payment_intent, paid }) => payment_intent === payment && paid);
    const isTouched = [...store.all("refund"), ...store.all("dispute")].some(
      ({ payment_intent }) => payment_intent === payment,
    );
    if (charge && !isTouched) owners.set(userId, Math.min(charge.created, owners.get(userId) ?? Infinity));
  }
  return owners;
}

/** The owner of a lifetime license is not charged for a subscription, now or later. */
export const ownersPayForNothingElse: Invariant = ({ shop }: Settled) => {
  const owners = ownersOf(shop);
  const said = "An owner of a lifetime license is charged for nothing else:";
  return subscriptionsOf(shop).flatMap(({ id, status, metadata, cancel_at_period_end, cancel_at }) => {
    const since = owners.get(metadata.userId ?? "");
    if (since === undefined) return [];
    const invoices = invoicesOf(shop, id);
    const kept = invoices
      .filter(({ status_transitions: { paid_at } }) => paid_at !== null && paid_at > since)
      .flatMap((invoice) => paymentsOf(shop, invoice.id))
      .filter((payment) => isBack(shop, payment) === undefined && !isLeftToAPerson(shop, payment))
      .map((payment) => `${said} ${payment} for ${id} was taken and kept`);
    if (isOver(status as Parameters<typeof isOver>[0])) return kept;
    const due = invoices
      .filter((one) => one.status === "open" || (one.status === "draft" && one.auto_advance === true))
      .filter((one) => !isBeingPaid(shop, String(one.id)))
      .map((one) => `${said} the ${one.status} invoice ${one.id} of ${id} can be collected`);
    // A pending first debit is refunded when it arrives, and its subscription ends then.
    const isPaying = invoices.some((one) => isBeingPaid(shop, String(one.id)));
    const renews = !isPaying && !cancel_at_period_end && cancel_at === null;
    return [...kept, ...due, ...(renews ? [`${said} ${id} (${status}) renews`] : [])];
  });
};

/** Each kept payment has a receipt, except for subscriptions that were created in Stripe's dashboard. */
export const chargesHaveReceipts: Invariant = ({ shop }: Settled) =>
  grantsOf(shop).flatMap(({ userId, id, subscription }) => {
    const sessions = shop.stripe.store.all("checkoutSession");
    const wasBought = sessions.some((one) => one.subscription === subscription?.subscription_id);
    if (!subscription || !wasBought || !customerOf(shop, userId)) return [];
    return invoicesOf(shop, subscription.subscription_id)
      .filter(({ status, amount_paid }) => status === "paid" && amount_paid > 0)
      .filter((one) => paymentsOf(shop, one.id).some((payment) => isBack(shop, payment) === undefined))
      .filter(({ id: invoice, billing_reason: why }) => {
        const about = why === "subscription_create" ? `license-key:${id}` : `receipt:${invoice}`;
        return !shop.mailed.has(about) && !shop.mailed.has(`paid-after-end:${invoice}`);
      })
      .filter((one) => !paymentsOf(shop, one.id).some((payment) => isLeftToAPerson(shop, payment)))
      .map((one) => `Each payment has a receipt: ${one.id} (${one.billing_reason}) of ${userId} has none`);
  });

/** A paid period that ends early has a mail about its end. */
export const endsAreTold: Invariant = ({ shop }: Settled) =>
  grantsOf(shop).flatMap(({ userId, subscription, entitlement }) => {
    const found = subscriptionsOf(shop).find(({ id }) => id === subscription?.subscription_id);
    const ended = found?.ended_at ?? null;
    if (!found || ended === null || !customerOf(shop, userId)) return [];
    // A period that a failed refund or an appeal restored runs to its end.
    if (entitlement.expiresAt !== null) return [];
    const payments = invoicesOf(shop, found.id)
      .filter((invoice) => invoice.amount_paid > 0 && isCut(invoice, ended))
      .flatMap(({ id }) => paymentsOf(shop, id))
      .filter((payment) => !isLeftToAPerson(shop, payment));
    return payments.every((payment) => isTold(shop, found.id, userId, payment))
      ? []
      : [
          `An end has its mail: ${found.id} of ${userId} ended within a period that was paid, and no mail says so`,
        ];
  });

/** Whether the invoice was paid before the subscription's end and covers days after it. */
const isCut = ({ lines, status_transitions: { paid_at } }: Stripe.Invoice, ended: number): boolean =>
  paid_at !== null &&
  paid_at < ended &&
  lines.data.some(({ amount, period }) => amount > 0 && period.start <= ended && period.end > ended + MINUTE);

const MINUTE = 60;
const SAYS_ENDED = /\bended\b|not be charged (for it )?again|email about your latest payment/i;

/** Whether a mail about the end, a replacing license, a refund or a dispute was sent. */
function isTold(shop: Shop, subscription: string, userId: string, payment: string): boolean {
  if (shop.mailed.has(`ended:${subscription}`)) return true;
  const isReplaced = grantsOf(shop).some(
    (one) => one.userId === userId && one.source === "lifetime" && shop.mailed.has(`license-key:${one.id}`),
  );
  return isReplaced || mailsAbout(shop, subscription, payment).length > 0;
}

/** Mails that mention the end of the subscription, or any mail about this payment if it was returned. */
function mailsAbout(shop: Shop, subscription: string, payment: string): Mail[] {
  const { store } = shop.stripe;
  const isReturned = isBack(shop, payment) !== undefined;
  const payments = invoicesOf(shop, subscription).flatMap(({ id }) => paymentsOf(shop, id));
  return [...store.all("refund"), ...store.all("dispute")].flatMap(({ id, payment_intent }) => {
    if (!payments.includes(String(payment_intent))) return [];
    const isEnough = isReturned && payment_intent === payment;
    return [shop.mailed.get(`refunded:${id}`), shop.mailed.get(`disputeLost:${id}`)]
      .filter((mail) => mail !== undefined)
      .filter(({ data }) => isEnough || SAYS_ENDED.test(`${data.consequence} ${data.effect}`));
  });
}

/** A refund of a lifetime license under the guarantee also returns the credited payment. */
export const theGuaranteeReturnsCredits: Invariant = ({ shop }: Settled) => {
  const { store } = shop.stripe;
  const back = (payment: string) => store.all("refund").filter((one) => one.payment_intent === payment);
  return (store.all("checkoutSession") as unknown as Stripe.Checkout.Session[]).flatMap(
    ({ payment_intent, metadata }) => {
      const { creditOf, creditCents, creditPeriod } = metadata ?? {};
      const used = back(String(payment_intent)).some(
        ({ metadata: marks, status }) => marks?.guarantee === "true" && status === "succeeded",
      );
      if (creditOf === undefined || !used) return [];
      const credited = invoicesOf(shop, creditOf).find(
        ({ status, lines }) =>
          status === "paid" &&
          lines.data.some(({ amount, period }) => amount > 0 && period.start === Number(creditPeriod)),
      );
      return paymentsOf(shop, credited?.id)
        .filter((payment) => isBack(shop, payment) === undefined)
        .filter((payment) => back(payment).reduce((sum, { amount }) => sum + amount, 0) < Number(creditCents))
        .map((payment) => `The guarantee returns what was credited: ${payment} is kept`);
    },
  );
};

/** A renewal is charged, unless the operator gave it away. */
export const renewalsAreNotSkipped: Invariant = ({ shop }: Settled) => {
  const grants = grantsOf(shop);
  return subscriptionsOf(shop).flatMap(({ id, status, metadata, items, pause_collection }) => {
    const grant = grants.find((one) => one.id === subscriptionGrantId(id));
    const start = items.data[0]?.current_period_start ?? 0;
    if (status !== "active" || pause_collection !== null || !grant) return [];
    if (standing(grant.entitlement, new Date(clock.now())).code !== "VALID") return [];
    const given = shop.database.partition("Grants", metadata.userId ?? "").find(({ sk }) => sk === "given");
    if (Number(given?.at ?? 0) >= start) return [];
    const isCovered = invoicesOf(shop, id).some(
      ({ status: is, auto_advance, lines }) =>
        (is === "paid" || is === "open" || (is === "draft" && auto_advance === true)) &&
        lines.data.some(({ amount, period }) => amount > 0 && period.start <= start && period.end > start),
    );
    return isCovered
      ? []
      : [`No renewal is skipped: ${id} has worked since ${start}, and nobody pays for it`];
  });
};

/** How often the shop tries to refund one payment before a person takes over. */
const MAX_REFUNDS = 2;
/** How often the shop tries to transfer one payout before a person takes over. */
const MAX_TRANSFERS = 4;

export const failuresEndWithAPerson: Invariant = ({ shop }: Settled) => [
  ...failedRefunds(shop),
  ...failedTransfers(shop),
];

function failedRefunds(shop: Shop): string[] {
  const failed = shop.stripe.store.all("refund").filter(({ status }) => status === "failed");
  return [...Map.groupBy(failed, ({ payment_intent }) => String(payment_intent))].flatMap(
    ([payment, all]) => {
      const ours = all.filter(({ metadata }) => metadata?.reason !== undefined).length;
      const said = `A failure ends with a person: ${ours} refunds of ${payment} failed`;
      if (ours > MAX_REFUNDS) return [said];
      if (ours < MAX_REFUNDS) return [];
      const mails = shop.services.sent.filter(
        ({ subject, text }) => subject === "A refund did not go through" && text.includes(payment),
      ).length;
      const byPeople = all.length - ours;
      return mails >= 1 && mails <= 1 + byPeople ? [] : [`${said}, and the operator has ${mails} mails`];
    },
  );
}

const failedTransfers = (shop: Shop): string[] =>
  shop.database
    .rows("Payouts")
    .filter(({ sk }) => String(sk).startsWith("payout#"))
    .map((row) => Payout.parse(row))
    .filter(
      ({ status, refusal, attempt }) =>
        status === "failed" && refusal === "temporary" && Number(attempt?.number) >= MAX_TRANSFERS,
    )
    .map(
      ({ id, attempt }) =>
        `A failure ends with a person: ${id} failed ${attempt?.number} times, and a run retries it`,
    );
