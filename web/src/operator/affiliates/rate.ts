/** Basis points of a typed percentage; null for one that is not 0 to 100 with up to two decimals, which is all that is stored. */
export function basisPointsOf(typed: string): number | null {
  if (!/^\d{1,3}([.,]\d{1,2})?$/.test(typed.trim())) return null;
  const basisPoints = Math.round(Number(typed.trim().replace(",", ".")) * 100);
  return basisPoints <= 10_000 ? basisPoints : null;
}
