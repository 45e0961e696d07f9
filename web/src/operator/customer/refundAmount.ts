/** Cents of a typed amount such as `12.50`; null if the text is not an amount. */
export function centsOf(typed: string): number | null {
  const [, whole, part = ""] = /^(\d{1,7})(?:[.,](\d{1,2}))?$/.exec(typed.trim()) ?? [];
  return whole === undefined ? null : Number(whole) * 100 + Number(part.padEnd(2, "0"));
}
