import { invoiceOfIntent, markPaid, tellFailed } from "../billing/collecting.ts";
import { paid } from "../billing/standing.ts";
import { change } from "../core/change.ts";
import type { PaymentIntent, PaymentMethod } from "../core/wire.ts";
import type { World } from "../core/world.ts";
import { type Attempt, attemptIntent, failAuthentication } from "./intents.ts";

type How = { offSession?: boolean; authenticated?: boolean; returnUrl?: string | null };

/** Attempts a payment and applies the outcome to the payment's invoice, if any. */
export function confirmIntent(world: World, intent: PaymentIntent, method: PaymentMethod, how: How): Attempt {
  const attempt = attemptIntent(world, intent, method, how);
  followInvoice(world, attempt);
  return attempt;
}

/** Marks the intent's invoice as paid, or reports its failed payment. */
export function followInvoice(world: World, attempt: Attempt): void {
  const invoice = invoiceOfIntent(world, attempt.intent.id);
  const ended = attempt.end === "succeeded" || attempt.end === "declined";
  if (invoice?.status === "open" && ended) {
    const counted = change(world, "invoice", invoice, {
      attempted: true,
      attempt_count: invoice.attempt_count + 1,
    });
    if (attempt.end === "succeeded") paid(world, markPaid(world, counted));
    else tellFailed(world, counted, attempt.end);
  }
}

/** Ends 3-D Secure. If the customer passed, attempts the payment; otherwise fails the payment. */
export function finishAuthentication(
  world: World,
  intent: PaymentIntent,
  passed: boolean,
): Attempt | undefined {
  const method =
    intent.payment_method === null ? undefined : world.store.find("paymentMethod", intent.payment_method);
  if (intent.status !== "requires_action" || !method) return undefined;
  if (passed) return confirmIntent(world, intent, method, { authenticated: true });
  failAuthentication(world, intent, method);
  const invoice = invoiceOfIntent(world, intent.id);
  if (invoice?.status === "open") tellFailed(world, invoice, "declined");
  return undefined;
}
