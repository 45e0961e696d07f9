/** How the shop collects tax. Stripe computes it; the registrations at Stripe decide where it is due. */
export type TaxRules = {
  readonly isCollected: boolean;
  /**
   * exclusive: Stripe adds tax to the prices, as buyers in the US expect. inclusive: the prices contain it, as consumer
   * law in the EU and the UK requires.
   */
  readonly prices: "exclusive" | "inclusive";
  /** Stripe's tax code for what we sell: downloaded software for personal use. */
  readonly code: string;
};

/** Off: buyers pay the listed prices, and checkouts ask for no address. */
export const TAX: TaxRules = { isCollected: false, prices: "exclusive", code: "txcd_10202000" };

export function taxNote({ isCollected, prices }: TaxRules): string | null {
  if (!isCollected) return null;
  return prices === "inclusive"
    ? "Tax included."
    : "Plus tax where it applies. Stripe's page shows the total.";
}

/** An amount without its share of tax, in whole cents. */
export function withoutTax(amountCents: number, totalCents: number, taxCents: number): number {
  if (totalCents <= 0) return 0;
  return Number((BigInt(amountCents) * BigInt(totalCents - taxCents)) / BigInt(totalCents));
}
