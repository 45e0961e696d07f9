/** `1,234.5` or `1234,50` → 123450; null if `typed` is not an amount. Avoids floating point. */
export function centsOf(typed: string): number | null {
  const match = /^\$?\s*(\d{1,3}(?:[ ,]\d{3})+|\d{1,9})(?:[.,](\d{1,2}))?$/.exec(typed.trim());
  if (match === null) return null;
  const whole = (match[1] ?? "").replaceAll(/[ ,]/g, "");
  return Number(whole) * 100 + Number((match[2] ?? "").padEnd(2, "0"));
}
