import type { Shop } from "../shop.ts";
import type { Invariant, Settled } from "./invariant.ts";
import { isBack, isBeingPaid, isRaised, isTakenBack } from "./rights.ts";

/** Unpaid invoices of an ended subscription are void. A payment that comes later or grants no license is refunded. */
export const nobodyPaysForNothing: Invariant = ({ shop }: Settled) => {
  const { store } = shop.stripe;
  const broken: string[] = [];
  for (const invoice of store.all("invoice")) {
    const id = invoice.parent?.subscription_details?.subscription;
    const subscription = typeof id === "string" ? store.find("subscription", id) : undefined;
    const endedAt = subscription?.ended_at ?? null;
    // The operator handles a subscription that a mail or an alert reports.
    if (!subscription || endedAt === null || isRaised(shop, subscription.id)) continue;
    if (invoice.status === "open" && !isBeingPaid(shop, invoice.id))
      broken.push(`Nobody pays for nothing: ${invoice.id} of ${subscription.id}, which ended, is open`);
    const paidAt = invoice.status_transitions.paid_at;
    if (paidAt === null || paidAt <= endedAt) continue;
    for (const { payment } of store.all("invoicePayment").filter((one) => one.invoice === invoice.id)) {
      const intent = payment.payment_intent;
      if (typeof intent !== "string" || isLeftToAPerson(shop, intent)) continue;
      if (isBack(shop, intent) === undefined)
        broken.push(`Nobody pays for nothing: ${invoice.id} was paid after ${subscription.id} had ended`);
    }
  }
  for (const intent of store.all("paymentIntent")) {
    const { userId, product } = intent.metadata;
    if (intent.status !== "succeeded" || product !== "lifetime" || userId === undefined) continue;
    const isKnown = shop.database
      .partition("Users", userId)
      .some(({ sk, deletedAt }) => sk === "account" && !deletedAt);
    const isGranted = shop.database.rows("Grants").some(({ sk }) => sk === `grant#life:${intent.id}`);
    if (
      isKnown &&
      !isGranted &&
      isTakenBack(shop, intent.id) === undefined &&
      !isLeftToAPerson(shop, intent.id)
    )
      broken.push(`Nobody pays for nothing: ${intent.id} of ${userId} gave no license`);
  }
  return broken;
};

/** Whether a refund of the payment failed and the operator was notified. */
export const isLeftToAPerson = ({ services }: Shop, intent: string): boolean =>
  services.sent.some(
    ({ subject, text }) => subject === "A refund did not go through" && text.includes(intent),
  );
