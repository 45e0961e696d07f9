/** `past_due` → `past due`. */
export function statusWords(status: string): string {
  return status.replaceAll("_", " ");
}

/** Made once: a formatter costs more than what it formats. */
const DAYS = {
  long: new Intl.DateTimeFormat(undefined, { dateStyle: "long" }),
  medium: new Intl.DateTimeFormat(undefined, { dateStyle: "medium" }),
};

/** A day in the reader's locale, from epoch seconds as Stripe gives them. */
export function formatDay(epochSeconds: number, dateStyle: "long" | "medium" = "long"): string {
  return DAYS[dateStyle].format(epochSeconds * 1000);
}
