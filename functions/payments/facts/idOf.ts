import type Stripe from "stripe";

/** Stripe returns another object's id, or the object itself if the call expands it. */
export function idOf(reference: string | { id?: string } | null | undefined): string | null {
  return typeof reference === "string" ? reference : (reference?.id ?? null);
}

/** The expanded invoice; null for an id and for a deleted invoice. */
export function wholeInvoice(
  invoice: string | Stripe.Invoice | Stripe.DeletedInvoice | null | undefined,
): Stripe.Invoice | null {
  return typeof invoice === "object" && invoice !== null && !invoice.deleted ? invoice : null;
}
