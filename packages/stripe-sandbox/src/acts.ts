import { tryToCollect } from "./billing/standing.ts";
import { endSubscription } from "./billing/subscriptions.ts";
import { payCheckout } from "./checkout/completing.ts";
import { payLater, settleLater } from "./checkout/delayed.ts";
import { expireSession } from "./checkout/sessions.ts";
import { completeOnboarding, restrictAccount } from "./connect/accounts.ts";
import { need } from "./core/need.ts";
import type {
  Account,
  BalanceTransaction,
  CheckoutSession,
  Dispute,
  EarlyFraudWarning,
  Invoice,
  PaymentMethod,
  PortalConfiguration,
  Refund,
  Subscription,
} from "./core/wire.ts";
import type { World } from "./core/world.ts";
import { cancelInPortal, finishCardChange, keepInPortal, startCardChange } from "./pages/portalActions.ts";
import { bookMoney } from "./payments/balance.ts";
import { finishAuthentication } from "./payments/confirming.ts";
import {
  closeDispute,
  type DisputeKind,
  escalateInquiry,
  openDispute,
  warnOfFraud,
} from "./payments/disputes.ts";
import { makeCard, NO_ADDRESS, NO_BILLING } from "./payments/methods.ts";
import { failRefund, refund } from "./payments/refunds.ts";
import { simpleCard } from "./payments/simpleCard.ts";
import { refuseWhilePaying } from "./resources/invoices.ts";
import { defaultConfiguration } from "./resources/portalFeatures.ts";
import { updateSubscription } from "./resources/subscriptionUpdate.ts";
import { addTaxId } from "./resources/tax.ts";

const GOOD_CARD = "4242424242424242";

export type Paying = {
  /** A test card's number. Default: 4242424242424242. */
  card?: string | undefined;
  /** The card's fingerprint, for different cards with the same test number. Default: derived from the number. */
  fingerprint?: string | undefined;
  email?: string | undefined;
  name?: string | undefined;
  /** The buyer's place for automatic tax: `DE`, `US-NY`. */
  place?: string | undefined;
  vatId?: string | undefined;
  /** Whether the customer passes 3-D Secure. Default: true. */
  authenticate?: boolean | undefined;
};

/** Money between the platform's balance and its bank, in the currency's smallest unit. Payouts are negative. */
export type Movement = {
  amount: number;
  currency: string;
  type: "topup" | "payout";
  /** The id that the balance transaction names: `tu_…` or `po_…`. */
  source: string;
  description?: string;
};

/**
 * Actions of customers, banks and the dashboard that need no API request. They take objects' ids and throw Stripe's
 * message if Stripe would refuse.
 */
export type Acts = {
  /** Pays on the hosted page. A declined card throws, and the session stays open. */
  payCheckout(session: string, how?: Paying): CheckoutSession;
  /** Pays by bank debit: the session is complete and unpaid until `settleCheckout`. */
  payCheckoutLater(session: string, email?: string | undefined): CheckoutSession;
  settleCheckout(session: string, outcome: "succeeded" | "failed"): CheckoutSession;
  expireCheckout(session: string): CheckoutSession;
  /** Pays on the invoice's hosted page with a test card's number. */
  payInvoice(invoice: string, card?: string): Invoice;
  /** Changes the customer's default card in the portal. A card that needs 3-D Secure stays unused. */
  changeCard(customer: string, card: string, returnUrl: string): void;
  /** Cancels in the portal, immediately or at the period's end, as the portal's configuration says. */
  cancelInPortal(subscription: string): void;
  keepInPortal(subscription: string): void;
  endSubscription(
    subscription: string,
    reason: "cancellation_requested" | "payment_failed" | "payment_disputed",
  ): Subscription;
  /** Sets a subscription's card. Stripe charges this card instead of the customer's default. */
  setSubscriptionCard(subscription: string, method: PaymentMethod["id"]): Subscription;
  /** Refunds a charge in the dashboard. Default: the remaining amount. */
  refund(charge: string, amount?: number): Refund;
  failRefund(refund: string): Refund;
  openDispute(charge: string, kind: DisputeKind): Dispute;
  closeDispute(dispute: string, outcome: "won" | "lost"): Dispute;
  escalateInquiry(dispute: string): Dispute;
  warnOfFraud(charge: string, kind: EarlyFraudWarning["fraud_type"]): EarlyFraudWarning;
  completeOnboarding(account: string): Account;
  /** Makes Stripe require another document. Transfers and payouts are off until the onboarding is completed again. */
  restrictAccount(account: string): Account;
  bookMoney(movement: Movement): BalanceTransaction;
  /** Saves the portal's settings in the dashboard, which creates the portal's default configuration. */
  savePortal(): PortalConfiguration;
};

/** @param acting runs everything that is due, then the action */
export function makeActs(world: World, acting: <T>(run: () => T) => T): Acts {
  const card = (number: string, billing = NO_BILLING) => makeCard(world, simpleCard(world, number), billing);
  const subscriptionOf = (id: string) => need(world, "subscription", id);
  const chargeOf = (id: string) => need(world, "charge", id, "charge");
  return {
    payCheckout: (session, how = {}) => acting(() => payAs(world, session, how)),
    payCheckoutLater: (session, email) => acting(() => payLater(world, session, email ?? null)),
    settleCheckout: (session, outcome) => acting(() => settleLater(world, session, outcome)),
    expireCheckout: (session) => acting(() => expireSession(world, need(world, "checkoutSession", session))),
    payInvoice: (invoice, number = GOOD_CARD) =>
      acting(() => {
        const found = need(world, "invoice", invoice);
        refuseWhilePaying(world, found, "pay");
        return tryToCollect(world, found, card(number)).invoice;
      }),
    changeCard: (customer, number, returnUrl) =>
      acting(() => {
        const setup = startCardChange(world, customer, card(number), returnUrl);
        if (setup.end === "succeeded") finishCardChange(world, setup.setup);
      }),
    cancelInPortal: (id) =>
      acting(() => cancelInPortal(world, subscriptionOf(id), world.store.all("portalConfiguration")[0])),
    keepInPortal: (id) => acting(() => keepInPortal(world, subscriptionOf(id))),
    endSubscription: (id, reason) => acting(() => endSubscription(world, subscriptionOf(id), reason)),
    setSubscriptionCard: (id, method) =>
      acting(() => updateSubscription(world, subscriptionOf(id), { default_payment_method: method })),
    refund: (charge, amount) =>
      acting(() => refund(world, chargeOf(charge), amount === undefined ? {} : { amount })),
    failRefund: (id) => acting(() => failRefund(world, need(world, "refund", id))),
    openDispute: (charge, kind) => acting(() => openDispute(world, chargeOf(charge), kind)),
    closeDispute: (id, outcome) => acting(() => closeDispute(world, need(world, "dispute", id), outcome)),
    escalateInquiry: (id) => acting(() => escalateInquiry(world, need(world, "dispute", id))),
    warnOfFraud: (charge, kind) => acting(() => warnOfFraud(world, chargeOf(charge), kind)),
    completeOnboarding: (id) => acting(() => completeOnboarding(world, need(world, "account", id))),
    restrictAccount: (id) => acting(() => restrictAccount(world, need(world, "account", id))),
    bookMoney: (movement) => acting(() => bookMoney(world, movement)),
    savePortal: () => acting(() => defaultConfiguration(world)),
  };
}

function payAs(world: World, id: string, how: Paying): CheckoutSession {
  const [country = null, state = null] = how.place?.split("-") ?? [];
  const customer = need(world, "checkoutSession", id).customer;
  if (how.vatId !== undefined && customer !== null) addTaxId(world, customer, "eu_vat", how.vatId);
  const made = makeCard(world, simpleCard(world, how.card ?? GOOD_CARD), {
    ...NO_BILLING,
    address: { ...NO_ADDRESS, country, state },
    email: how.email ?? null,
    name: how.name ?? null,
  });
  const { fingerprint } = how;
  const method =
    fingerprint === undefined || !made.card
      ? made
      : world.store.put("paymentMethod", { ...made, card: { ...made.card, fingerprint } });
  const paid = payCheckout(world, id, method);
  if (paid.end === "complete") return paid.session;
  if (how.authenticate ?? true) {
    const again = payCheckout(world, id, method, true);
    if (again.end === "complete") return again.session;
  } else {
    const intent = world.store.find("checkoutPlan", id)?.openIntent;
    if (intent) finishAuthentication(world, need(world, "paymentIntent", intent), false);
  }
  return need(world, "checkoutSession", id);
}
