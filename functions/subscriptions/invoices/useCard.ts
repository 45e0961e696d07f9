import type Stripe from "stripe";
import type { Output } from "#shared/endpoint.ts";
import type { payOpenInvoices } from "#shared/subscriptions/customer.ts";
import { idOf } from "../../payments/index.ts";
import { updateSubscription } from "../../platform/changeAtStripe.ts";
import { rescheduleCard } from "../../platform/planAtStripe.ts";
import { stripe } from "../../platform/stripe.ts";
import { refusalOf } from "../../platform/stripeRefusal.ts";

/** The card that the customer chose in Stripe's portal; null if they never chose one. */
export async function newestCard(customer: string): Promise<string | null> {
  const found = await (await stripe()).customers.retrieve(customer);
  return found.deleted ? null : idOf(found.invoice_settings.default_payment_method);
}

/** Sets each subscription's own card, which takes precedence over the customer's. The checkout set the first one. */
export async function chargeTo(card: string, subscriptions: readonly Stripe.Subscription[]): Promise<void> {
  for (const { id, default_payment_method, schedule } of subscriptions) {
    if (idOf(default_payment_method) === card) continue;
    const planned = idOf(schedule);
    // Updates the schedule first, because the subscription's card marks both as done.
    if (planned !== null) await rescheduleCard(planned, card);
    await updateSubscription(id, { default_payment_method: card });
  }
}

type Result = Output<typeof payOpenInvoices>;

const ACTION = ["invoice_payment_intent_requires_action", "authentication_required"];

/**
 * Pays one invoice after another and stops at the first failure. Sends no idempotency key: with one, Stripe would
 * replay a decline for a day. Stripe never pays an invoice twice anyway.
 * @param card null: the card that Stripe would charge
 */
export async function payEach(due: readonly Stripe.Invoice[], card: string | null): Promise<Result> {
  const { invoices } = await stripe();
  const result = { paid_cents: 0, currency: due[0]?.currency ?? "usd" };
  for (const { id, hosted_invoice_url } of due) {
    try {
      const paid = await invoices.pay(id ?? "", card === null ? {} : { payment_method: card });
      result.paid_cents += paid.amount_paid;
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal === undefined) throw error;
      // Another window or Stripe's own retry paid first, or the invoice was voided. Stripe has no codes for these
      // cases.
      if ((await invoices.retrieve(id ?? "")).status !== "open") continue;
      const code = refusal.code ?? "";
      const outcome = ACTION.includes(code) ? "action_required" : "declined";
      return { ...result, outcome, reason: refusal.message, invoice_url: hosted_invoice_url ?? null };
    }
  }
  return { ...result, outcome: "paid", reason: null, invoice_url: null };
}
