/** Basis points of a typed percentage; null unless it is 0 to 100 with at most two decimals. */
export function basisPointsOf(typed: string): number | null {
  if (!/^\d{1,3}([.,]\d{1,2})?$/.test(typed.trim())) return null;
  const basisPoints = Math.round(Number(typed.trim().replace(",", ".")) * 100);
  return basisPoints <= 10_000 ? basisPoints : null;
}
