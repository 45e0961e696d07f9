import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { LoadedVersion } from "../numbers.ts";

/** CloudFront's country code: ISO 3166, two letters. */
export const CountryCode = z
  .string()
  .check(z.regex(/^[A-Z]{2}$/, "A country is two capital letters, such as DE"));

/**
 * Countries whose law requires consent before an affiliate's cookie: the European Union, its regions with a separate
 * code, the European Economic Area, the United Kingdom and Switzerland.
 */
export const EUROPE: readonly string[] = [
  ..."AT BE BG CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK".split(
    " ",
  ),
  ..."AX GF GP MF MQ RE YT".split(" "),
];

const ConsentSettings = z.object({
  /** Where visitors are asked for consent before a link sets its cookie. Empty: nowhere. */
  countries: z.array(CountryCode).check(
    z.maxLength(249, "There are at most 249 countries"),
    z.refine((codes) => new Set(codes).size === codes.length, "Name each country once"),
    z.meta({ uniqueItems: true }),
  ),
});

/**
 * Returns the countries where visitors are asked for consent before an affiliate's link sets its cookie. `version` is 0
 * before the first save.
 */
export const getConsentCountries = endpoint({
  method: "GET",
  path: "/api/admin/consent",
  audience: "operator",
  input: z.strictObject({}),
  output: z.object({ ...ConsentSettings.shape, version: z.number() }),
});

/** Sets where visitors are asked for consent. CONFLICT if another operator saved after `version` was loaded. */
export const saveConsentCountries = endpoint({
  method: "POST",
  path: "/api/admin/consent",
  audience: "operator",
  errors: ["CONFLICT"],
  input: z.object({ ...ConsentSettings.shape, version: LoadedVersion }),
  output: z.object({ ...ConsentSettings.shape, version: z.number() }),
});
