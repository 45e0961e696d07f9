/** Stripe names another object by its id, or shows it whole where a call expands it. */
export function idOf(reference: string | { id?: string } | null | undefined): string | null {
  return typeof reference === "string" ? reference : (reference?.id ?? null);
}
