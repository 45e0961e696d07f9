/**
 * A self-serve platform in one of these countries can pay accounts in all of them
 * (docs.stripe.com/connect/cross-border-payouts): the US, the UK, the EEA, Canada and Switzerland.
 */
const PAYABLE = new Set(
  "US GB CA CH AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE IS LI NO".split(
    " ",
  ),
);

export const canBePaid = (country: string): boolean => PAYABLE.has(country);
