/** How the shop collects tax. Stripe computes it, and the registrations at Stripe decide where any is due. */
export type TaxRules = {
  readonly isCollected: boolean;
  /**
   * exclusive: Stripe adds tax to the prices, as buyers in the US expect. inclusive: the prices contain it, as the law
   * wants of prices for consumers in the EU and the UK.
   */
  readonly prices: "exclusive" | "inclusive";
  /** What is sold, as Stripe's list of tax codes names it: downloaded software for personal use. */
  readonly code: string;
};

/** Off: buyers pay the prices, and no checkout asks for an address. */
export const TAX: TaxRules = { isCollected: false, prices: "exclusive", code: "txcd_10202000" };

/** What stands beside a price; null: nothing. */
export function taxNote({ isCollected, prices }: TaxRules): string | null {
  if (!isCollected) return null;
  return prices === "inclusive"
    ? "Tax included."
    : "Plus tax where it applies. Stripe's page shows the total.";
}
