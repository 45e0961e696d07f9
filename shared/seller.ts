import { BRAND } from "./brand.ts";

/**
 * The seller on the pricing page, in the footer and on payout statements. Replace it before you sell: most countries
 * require a legal entity, a postal address, and your tax number.
 */
export const SELLER = {
  entity: `${BRAND.name} Example Ltd`,
  address: ["1 Example Street", "Dublin", "Ireland"],
  /** Country of the Stripe account. It decides in which countries Stripe can pay affiliates. */
  country: "IE",
  register: "Company number 000000",
  tax: "VAT number IE0000000X",
} as const;
