/** Standard rates of 2025 in percent. At Stripe, the rate also depends on products, towns and thresholds. */
const COUNTRY_RATES: Readonly<Record<string, number>> = {
  AT: 20,
  AU: 10,
  BE: 21,
  CH: 8.1,
  CZ: 21,
  DE: 19,
  DK: 25,
  ES: 21,
  FI: 25.5,
  FR: 20,
  GB: 20,
  GR: 24,
  HU: 27,
  IE: 23,
  IT: 22,
  JP: 10,
  LU: 17,
  NL: 21,
  NO: 25,
  NZ: 15,
  PL: 23,
  PT: 23,
  RO: 21,
  SE: 25,
};

export const COUNTRIES: readonly string[] = ["US", "CA", ...Object.keys(COUNTRY_RATES)];

const STATE_RATES: Readonly<Record<string, number>> = { NY: 4, PA: 6, TX: 6.25, WA: 6.5 };

const EU = new Set(
  "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK".split(" "),
);

export const isInEu = (country: string): boolean => EU.has(country);

export type Place = { country: string | null; state: string | null };

export function rateAt({ country, state }: Place): number {
  if (country === null) return 0;
  if (country === "US") return STATE_RATES[state ?? ""] ?? 0;
  return COUNTRY_RATES[country] ?? 0;
}
