import { BRAND } from "../brand.ts";
import { SELLER } from "../seller.ts";
import { CONTENT, missingFrom } from "./material.ts";
import { PRICES_READ } from "./providerPrices.ts";

/** What the seller still has to supply before the shop opens. */
export const MISSING: readonly string[] = [
  ...missingFrom(CONTENT),
  ...(PRICES_READ === undefined ? ["The providers' prices, for the calculator"] : []),
  ...(SELLER.entity.includes("Example") ? ["The seller's name, address and numbers"] : []),
  ...(BRAND.siteUrl.endsWith(".example") ? ["The shop's domain and email addresses"] : []),
];
