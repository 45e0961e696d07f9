/** Cents of what was typed as dollars, `12.50`; null for what is no amount of money. */
export function centsOf(typed: string): number | null {
  const [, whole, part = ""] = /^(\d{1,7})(?:[.,](\d{1,2}))?$/.exec(typed.trim()) ?? [];
  return whole === undefined ? null : Number(whole) * 100 + Number(part.padEnd(2, "0"));
}
