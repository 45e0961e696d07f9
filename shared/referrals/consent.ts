import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { LoadedVersion } from "../numbers.ts";

/** A country as CloudFront names it: ISO 3166, two letters. */
export const CountryCode = z
  .string()
  .check(z.regex(/^[A-Z]{2}$/, "A country is two capital letters, such as DE"));

/**
 * Where the law asks before a cookie is set that the visitor did not ask for: the European Union, its regions with a
 * separate code, the European Economic Area, the United Kingdom and Switzerland.
 */
export const EUROPE: readonly string[] = [
  ..."AT BE BG CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK".split(
    " ",
  ),
  ..."AX GF GP MF MQ RE YT".split(" "),
];

const ConsentSettings = z.object({
  /** Visitors from these countries are asked before a link sets its cookie. Empty: nobody is. */
  countries: z.array(CountryCode).check(
    z.maxLength(249, "There are at most 249 countries"),
    z.refine((codes) => new Set(codes).size === codes.length, "Name each country once"),
    z.meta({ uniqueItems: true }),
  ),
});

/** Where visitors are asked before an affiliate's link sets its cookie. `version` is 0 until it was first saved. */
export const getConsentCountries = endpoint({
  method: "GET",
  path: "/api/admin/consent",
  audience: "operator",
  input: z.strictObject({}),
  output: z.object({ ...ConsentSettings.shape, version: z.number() }),
});

/** CONFLICT where another operator has saved since `version` was loaded. */
export const saveConsentCountries = endpoint({
  method: "POST",
  path: "/api/admin/consent",
  audience: "operator",
  errors: ["CONFLICT"],
  input: z.object({ ...ConsentSettings.shape, version: LoadedVersion }),
  output: z.object({ ...ConsentSettings.shape, version: z.number() }),
});
