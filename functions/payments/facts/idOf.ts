/** Stripe returns another object's id, or the object itself if the call expands it. */
export function idOf(reference: string | { id?: string } | null | undefined): string | null {
  return typeof reference === "string" ? reference : (reference?.id ?? null);
}
