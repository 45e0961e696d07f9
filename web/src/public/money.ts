/** `$4,000.00` from integer cents: always two decimals. */
export function formatMoney(cents: number, currency = "usd", locale?: string): string {
  return new Intl.NumberFormat(locale, { style: "currency", currency }).format(cents / 100);
}
