import { invoiceOfIntent, paymentOf } from "../billing/collecting.ts";
import { unpaid } from "../billing/standing.ts";
import { change } from "../core/change.ts";
import { invalidRequest } from "../core/errors.ts";
import { need } from "../core/need.ts";
import type { CheckoutSession, PaymentIntent } from "../core/wire.ts";
import type { World } from "../core/world.ts";
import { followInvoice } from "../payments/confirming.ts";
import { type Attempt, attemptIntent, makeIntent } from "../payments/intents.ts";
import { makeCard, NO_BILLING } from "../payments/methods.ts";
import { simpleCard } from "../payments/simpleCard.ts";
import { complete, customerFor, dueOn, invoiceFor, requireOpen } from "./completing.ts";
import { startUnpaidSubscription } from "./subscribing.ts";

/** Completes a session whose payment arrives days later, such as a bank debit. */
export function payLater(world: World, id: string, email: string | null): CheckoutSession {
  const session = need(world, "checkoutSession", id);
  requireOpen(session);
  const billing = { ...NO_BILLING, email };
  const customer = customerFor(world, session, billing);
  const amount = dueOn(session, customer);
  if (amount === 0) throw invalidRequest("Only a session with something to pay can be paid later.");
  if (!session.payment_method_types.includes("us_bank_account"))
    throw invalidRequest("This Checkout Session does not take bank debits.");
  const plan = need(world, "checkoutPlan", id);
  const intent = makeIntent(world, {
    amount,
    currency: session.currency ?? "usd",
    customer: customer?.id ?? null,
    description: session.mode === "subscription" ? "Subscription creation" : plan.intentDescription,
    metadata: plan.intentMetadata,
    transferGroup: plan.transferGroup,
    automaticMethods: session.mode === "payment",
  });
  const waiting = change(world, "paymentIntent", intent, { status: "processing" });
  world.emit("payment_intent.processing", waiting);
  const result =
    session.mode === "subscription" && customer
      ? startUnpaidSubscription(world, plan, session, customer, waiting)
      : { intent: intent.id, invoice: null };
  return complete(world, session, customer, billing, { status: "unpaid", ...result }).session;
}

/** A subscription's session names only its invoice, which names the payment. */
function intentOf(world: World, session: CheckoutSession): PaymentIntent | undefined {
  const invoiced = session.invoice === null ? undefined : paymentOf(world, session.invoice);
  const id = session.payment_intent ?? invoiced?.payment.payment_intent;
  return id ? world.store.find("paymentIntent", id) : undefined;
}

export function settleLater(world: World, id: string, outcome: "succeeded" | "failed"): CheckoutSession {
  const session = need(world, "checkoutSession", id);
  const intent = intentOf(world, session);
  if (intent?.status !== "processing") throw invalidRequest("This session has no pending payment.");
  const card = outcome === "succeeded" ? "4242424242424242" : "4000000000000002";
  const attempt = attemptIntent(world, intent, makeCard(world, simpleCard(world, card)));
  followDebit(world, attempt);
  return settled(world, session, attempt);
}

/** A refused debit is a failed attempt at its invoice, so Stripe plans another attempt. */
function followDebit(world: World, attempt: Attempt): void {
  const invoice = attempt.end === "declined" ? invoiceOfIntent(world, attempt.intent.id) : undefined;
  if (invoice?.status === "open") unpaid(world, invoice, attempt.end);
  else followInvoice(world, attempt);
}

function settled(world: World, session: CheckoutSession, attempt: Attempt): CheckoutSession {
  if (attempt.end !== "succeeded") {
    world.emit("checkout.session.async_payment_failed", session);
    return session;
  }
  const customer = session.customer === null ? undefined : world.store.find("customer", session.customer);
  const plan = need(world, "checkoutPlan", session.id);
  const invoice =
    session.invoice_creation?.enabled && customer
      ? invoiceFor(world, session, plan, customer, attempt.intent).id
      : session.invoice;
  const paid = change(world, "checkoutSession", session, { payment_status: "paid", invoice });
  world.emit("checkout.session.async_payment_succeeded", paid);
  return paid;
}
