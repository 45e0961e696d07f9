import { change } from "../core/change.ts";
import { invalidRequest } from "../core/errors.ts";
import { need } from "../core/need.ts";
import type { CheckoutSession } from "../core/wire.ts";
import type { World } from "../core/world.ts";
import { followInvoice } from "../payments/confirming.ts";
import { type Attempt, attemptIntent, makeIntent, settleDebit } from "../payments/intents.ts";
import { makeCard, NO_BILLING } from "../payments/methods.ts";
import { simpleCard } from "../payments/simpleCard.ts";
import { complete, customerFor, invoiceFor, requireOpen } from "./completing.ts";

/** A payment that arrives days later, as a bank debit does: the session is complete, and unpaid. */
export function payLater(world: World, id: string, email: string | null): CheckoutSession {
  const session = need(world, "checkoutSession", id);
  requireOpen(session);
  if (session.mode !== "payment" || !session.amount_total) {
    throw invalidRequest("Only a session in payment mode with something to pay can be paid later.");
  }
  if (!session.payment_method_types.includes("us_bank_account"))
    throw invalidRequest("This Checkout Session does not take bank debits.");
  const plan = need(world, "checkoutPlan", id);
  const billing = { ...NO_BILLING, email };
  const customer = customerFor(world, session, billing);
  const intent = makeIntent(world, {
    amount: session.amount_total,
    currency: session.currency ?? "usd",
    customer: customer?.id ?? null,
    description: plan.intentDescription,
    metadata: plan.intentMetadata,
    transferGroup: plan.transferGroup,
    automaticMethods: true,
  });
  const waiting = change(world, "paymentIntent", intent, { status: "processing" });
  world.emit("payment_intent.processing", waiting);
  const done = complete(world, session, customer, billing, {
    status: "unpaid",
    intent: intent.id,
    invoice: null,
  });
  return done.session;
}

/** The money has arrived, or it will not. */
export function settleLater(world: World, id: string, outcome: "succeeded" | "failed"): CheckoutSession {
  const session = need(world, "checkoutSession", id);
  const intent =
    session.payment_intent === null ? undefined : world.store.find("paymentIntent", session.payment_intent);
  if (intent?.status !== "processing") throw invalidRequest("No payment is on its way for this session.");
  const card = outcome === "succeeded" ? "4242424242424242" : "4000000000000002";
  return settled(world, session, attemptIntent(world, intent, makeCard(world, simpleCard(world, card))));
}

/** A bank has answered about a debit. */
export function settleDue(world: World, id: string): void {
  const intent = world.store.find("paymentIntent", id);
  if (intent?.status !== "processing") return;
  const attempt = settleDebit(world, intent);
  followInvoice(world, attempt);
  const session = world.store.all("checkoutSession").find((one) => one.payment_intent === id);
  if (session) settled(world, session, attempt);
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
      ? invoiceFor(world, session, plan, customer, attempt.intent)
      : null;
  const paid = change(world, "checkoutSession", session, {
    payment_status: "paid",
    invoice: invoice?.id ?? null,
  });
  world.emit("checkout.session.async_payment_succeeded", paid);
  return paid;
}
