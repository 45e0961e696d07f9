export type Row = Record<string, unknown>;

/**
 * What the append-only ledger says against the balances that are kept beside it: an affiliate's entries sum up to
 * their balance, always. @returns a sentence for each that does not
 */
export function ledgerDifferences(payouts: readonly Row[]): string[] {
  const sums = new Map<string, number>();
  const balances = new Map<string, number>();
  for (const { pk, sk, amountCents, balanceCents } of payouts) {
    const affiliate = String(pk);
    if (String(sk).startsWith("entry#"))
      sums.set(affiliate, (sums.get(affiliate) ?? 0) + Number(amountCents));
    if (sk === "balance") balances.set(affiliate, Number(balanceCents));
  }
  return [...new Set([...sums.keys(), ...balances.keys()])].flatMap((affiliate) => {
    const sum = sums.get(affiliate) ?? 0;
    const balance = balances.get(affiliate) ?? 0;
    return sum === balance ? [] : [`${affiliate}: entries ${sum}, balance ${balance}`];
  });
}
