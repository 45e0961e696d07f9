import * as z from "zod/mini";
import { SMALLEST_REQUEST_CENTS } from "../payouts/request.ts";
import { SELLER } from "../seller.ts";

const codes = (text: string): readonly string[] => text.split(" ");

// ISO 3166. Marked as pure, so that a bundle that does not use the list drops it.
export const COUNTRIES = /* @__PURE__ */ codes(
  "AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TG TH TJ TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW",
);
export const Country = z.string().check(z.regex(/^[A-Z]{2}$/, "Choose a country"));

/**
 * The United States, the United Kingdom, the EEA, Canada and Switzerland. Stripe lets a platform in any of these
 * countries pay accounts in all of them (docs.stripe.com/connect/cross-border-payouts).
 */
const ONE_REGION = /* @__PURE__ */ codes(
  "US GB CA CH AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE IS LI NO",
);

/** Whether Stripe can pay an affiliate in `country`, from an account in `ours`. */
export function isPaidIn(country: string, ours: string = SELLER.country): boolean {
  return country === ours || (ONE_REGION.includes(ours) && ONE_REGION.includes(country));
}

/**
 * Countries with a larger minimum payout, in cents of US dollars. Stripe's own minimum is one unit of the currency in
 * most countries (docs.stripe.com/connect/cross-border-payouts/special-requirements), far below our smallest request.
 * Add a country if your bank or Stripe asks for more, and name it where the general minimum is named: in the terms, the
 * affiliates' mails and on the page about the program.
 */
const MINIMUM_CENTS: Readonly<Record<string, number>> = {};

/** Minimum payout in a country, in cents of US dollars. */
export function smallestRequest(country: string | null | undefined, minimum = MINIMUM_CENTS): number {
  return Math.max(SMALLEST_REQUEST_CENTS, minimum[country ?? ""] ?? 0);
}

export const notPaidIn = (name: string): string =>
  `Stripe cannot pay affiliates in ${name} from our country, so the program is not available there for now.`;
