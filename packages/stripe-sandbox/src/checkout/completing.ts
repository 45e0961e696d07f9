import { linkPayment, markPaid } from "../billing/collecting.ts";
import { makeCustomer } from "../billing/customers.ts";
import { applyCoupon } from "../billing/discounts.ts";
import { finalizeInvoice, makeInvoice } from "../billing/invoices.ts";
import { change } from "../core/change.ts";
import { invalidRequest } from "../core/errors.ts";
import type { CheckoutPlan } from "../core/hidden.ts";
import { newId } from "../core/ids.ts";
import { need } from "../core/need.ts";
import type { CheckoutSession, Customer, Invoice, PaymentIntent, PaymentMethod } from "../core/wire.ts";
import type { World } from "../core/world.ts";
import { cardFailure } from "../payments/cards.ts";
import { attemptIntent, makeIntent } from "../payments/intents.ts";
import { attachMethod, type BillingDetails } from "../payments/methods.ts";
import { lineItemsOf } from "./lines.ts";
import { locate } from "./sessions.ts";
import { collectPaidSubscription, startTrial } from "./subscribing.ts";

/** The outcome of paying on the hosted page. A decline is thrown instead, and the session stays open. */
export type CheckoutEnd =
  | { end: "complete"; session: CheckoutSession }
  | { end: "authenticate"; url: string };

export function requireOpen(session: CheckoutSession): void {
  if (session.status === "expired")
    throw invalidRequest("This Checkout Session has expired.", { code: "checkout_session_expired" });
  if (session.status !== "open") throw invalidRequest("This Checkout Session is no longer open.");
}

export function payCheckout(
  world: World,
  id: string,
  method: PaymentMethod | undefined,
  authenticated = false,
): CheckoutEnd {
  const opened = need(world, "checkoutSession", id);
  requireOpen(opened);
  const session = placed(world, opened, method?.billing_details);
  const plan = need(world, "checkoutPlan", id);
  // The customer may have been deleted.
  if (session.customer !== null) need(world, "customer", session.customer, "customer");
  const billing = method?.billing_details;
  const customer = customerFor(world, session, billing);
  const due = dueOn(session, customer);
  if (due === 0 || plan.trialDays !== null) return payNothing(world, session, plan, customer, method);
  if (!method)
    throw invalidRequest("You must provide a payment method to complete this Checkout Session.", {
      code: "parameter_missing",
      param: "payment_method",
    });
  const subscribing = session.mode === "subscription";
  if (!session.payment_method_types.includes(method.type))
    throw invalidRequest(`This Checkout Session does not take the payment method type ${method.type}.`, {
      param: "payment_method",
    });
  if (subscribing && method.type !== "card")
    throw invalidRequest("The sandbox takes bank debits in payment mode only.", { param: "payment_method" });
  const before = plan.openIntent === null ? undefined : world.store.find("paymentIntent", plan.openIntent);
  const intent =
    before ??
    makeIntent(world, {
      amount: due,
      currency: session.currency ?? "usd",
      customer: customer?.id ?? null,
      description: subscribing ? "Subscription creation" : plan.intentDescription,
      metadata: plan.intentMetadata,
      transferGroup: plan.transferGroup,
      saveFor: subscribing || plan.saveCard ? "off_session" : null,
      automaticMethods: !subscribing,
      methodTypes: session.allowed_payment_method_types,
      shipping: plan.shipping ?? null,
    });
  world.store.put("checkoutPlan", { ...plan, openIntent: intent.id });
  const attempt = attemptIntent(world, intent, method, {
    authenticated,
    returnUrl: `${world.url}/c/${session.id}`,
  });
  if (attempt.end === "requires_action") return { end: "authenticate", url: `${world.url}/3ds/${intent.id}` };
  if (attempt.end === "declined") {
    throw cardFailure(attempt.decline, undefined, {
      ...(attempt.charge && { charge: attempt.charge.id }),
      payment_intent: attempt.intent,
      payment_method: method,
    });
  }
  if (subscribing && customer) {
    const { subscription, invoice } = collectPaidSubscription(
      world,
      plan,
      session,
      customer,
      method,
      attempt.intent,
    );
    return complete(world, session, customer, billing, { subscription, invoice, status: "paid" });
  }
  const invoice =
    session.invoice_creation?.enabled && customer
      ? invoiceFor(world, session, plan, customer, attempt.intent)
      : null;
  return complete(world, session, customer, billing, {
    intent: attempt.intent.id,
    invoice: invoice?.id ?? null,
    status: "paid",
  });
}

/** A subscription's first invoice uses the customer's balance. The invoice of a single payment does not. */
export function dueOn(
  { mode, amount_total: total }: CheckoutSession,
  customer: Customer | undefined,
): number {
  const balance = mode === "subscription" ? (customer?.balance ?? 0) : 0;
  return Math.max(0, (total ?? 0) + balance);
}

/** Stores the entered address for tax, and on the customer if the session says so. */
function placed(
  world: World,
  session: CheckoutSession,
  billing: BillingDetails | undefined,
): CheckoutSession {
  const address = billing?.address;
  const plan = world.store.find("checkoutPlan", session.id);
  if (!session.automatic_tax.enabled || !address?.country) return session;
  const customer = session.customer === null ? undefined : world.store.find("customer", session.customer);
  if (customer && plan?.keepsAddress) change(world, "customer", customer, { address }, "customer.updated");
  const isSame = plan?.address?.country === address.country && plan.address.state === address.state;
  return isSame ? session : locate(world, session, address);
}

/** Completes a session without a payment, for a trial or because nothing is due. */
function payNothing(
  world: World,
  session: CheckoutSession,
  plan: CheckoutPlan,
  customer: Customer | undefined,
  method: PaymentMethod | undefined,
): CheckoutEnd {
  if (session.mode === "subscription" && customer) {
    if (method) attachMethod(world, method, customer);
    const { subscription, invoice } = startTrial(world, plan, session, customer, method);
    return complete(world, session, customer, method?.billing_details, {
      subscription,
      invoice,
      status: "no_payment_required",
    });
  }
  const invoice =
    session.invoice_creation?.enabled && customer
      ? invoiceFor(world, session, plan, customer, undefined)
      : null;
  return complete(world, session, customer, method?.billing_details, {
    invoice: invoice?.id ?? null,
    status: "no_payment_required",
  });
}

type Result = {
  status: "paid" | "no_payment_required" | "unpaid";
  intent?: string;
  subscription?: string;
  invoice: string | null;
};

export function complete(
  world: World,
  session: CheckoutSession,
  customer: Customer | undefined,
  billing: BillingDetails | undefined,
  result: Result,
): { end: "complete"; session: CheckoutSession } {
  world.agenda.drop("checkout.expire", session.id);
  const done = change(world, "checkoutSession", session, {
    status: "complete",
    payment_status: result.status,
    customer: customer?.id ?? null,
    customer_details: {
      address: billing?.address ?? session.customer_details?.address ?? null,
      business_name: null,
      email: customer?.email ?? billing?.email ?? session.customer_email,
      individual_name: null,
      name: billing?.name ?? customer?.name ?? null,
      phone: null,
      tax_exempt: "none",
      tax_ids: [],
    },
    payment_intent: result.intent ?? null,
    subscription: result.subscription ?? null,
    invoice: result.invoice,
    url: null,
  });
  world.emit("checkout.session.completed", done);
  return { end: "complete", session: done };
}

export function customerFor(
  world: World,
  session: CheckoutSession,
  billing: BillingDetails | undefined,
): Customer | undefined {
  if (session.customer !== null) return world.store.find("customer", session.customer);
  const needed =
    session.mode === "subscription" ||
    session.customer_creation === "always" ||
    session.invoice_creation?.enabled === true;
  if (!needed) return undefined;
  const made = makeCustomer(world, {
    email: session.customer_email ?? billing?.email ?? null,
    name: billing?.name ?? null,
  });
  world.emit("customer.created", made);
  // Stored now, so that a retry after a decline uses the same customer.
  world.store.put("checkoutSession", { ...session, customer: made.id });
  return made;
}

/** `invoice_creation`: a paid invoice for a single payment, for the billing history. */
export function invoiceFor(
  world: World,
  session: CheckoutSession,
  plan: CheckoutPlan,
  customer: Customer,
  intent: PaymentIntent | undefined,
): Invoice {
  const now = world.clock.now();
  const coupon = plan.coupon === null ? undefined : world.store.find("coupon", plan.coupon);
  const discount =
    coupon &&
    applyCoupon(world, coupon, {
      customer: customer.id,
      checkoutSession: session.id,
      promotionCode: plan.promotionCode,
    });
  const draft = makeInvoice(world, {
    customer,
    currency: session.currency ?? "usd",
    lines: lineItemsOf(world, plan).map((item) => ({
      description: item.description ?? "Item",
      quantity: item.quantity ?? 1,
      amount: item.amount_subtotal,
      price: item.price,
      periodStart: now,
      periodEnd: now,
      invoiceItem: newId("ii"),
    })),
    reason: "manual",
    periodStart: now,
    periodEnd: now,
    ...(discount && { discounts: [discount.id] }),
    automaticTax: session.automatic_tax.enabled,
    autoAdvance: false,
    description: session.invoice_creation?.invoice_data.description ?? null,
    metadata: session.invoice_creation?.invoice_data.metadata ?? {},
  });
  const open = finalizeInvoice(world, draft, 0);
  if (intent) linkPayment(world, open, intent);
  return markPaid(world, open);
}
