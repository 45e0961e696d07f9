/** `past_due` → `past due`. */
export function statusWords(status: string): string {
  return status.replaceAll("_", " ");
}

/** A day in the reader's locale, from epoch seconds as Stripe gives them. */
export function formatDay(epochSeconds: number, dateStyle: "long" | "medium" = "long"): string {
  return new Date(epochSeconds * 1000).toLocaleDateString(undefined, { dateStyle });
}
