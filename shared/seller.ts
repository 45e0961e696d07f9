import { BRAND } from "./brand.ts";

/**
 * Who sells, as the pricing page and the terms name them. Replace it before you sell: the law of most countries asks for
 * a legal entity, an address where mail arrives, and the number that your tax office gave you.
 */
export const SELLER = {
  entity: `${BRAND.name} Example Ltd`,
  address: ["1 Example Street", "Dublin", "Ireland"],
  /** Where the Stripe account is: it decides in which countries Stripe can pay affiliates. */
  country: "IE",
  /** The register and the number in it. */
  register: "Company number 000000",
  /** What invoices name. */
  tax: "VAT number IE0000000X",
} as const;
