import * as z from "zod/mini";
import { getItem, putNext, type Write } from "../../platform/dynamo.ts";
import { AFFILIATES } from "../table.ts";

/** In Affiliates, so that a click reads it in the same call as the code: `pk` "consent", `sk` "settings". */
export const CONSENT_KEY = { pk: "consent", sk: "settings" };

export const Consent = z.object({ countries: z.array(z.string()), version: z.number() });
export type Consent = z.output<typeof Consent>;
export const NOBODY_ASKED: Consent = { countries: [], version: 0 };

export async function readConsent(): Promise<Consent> {
  const item = await getItem({ TableName: AFFILIATES(), Key: CONSENT_KEY });
  return item === undefined ? NOBODY_ASKED : Consent.parse(item);
}

export const replaceConsent = (countries: readonly string[], version: number): Write =>
  putNext(AFFILIATES(), { ...CONSENT_KEY, countries }, version);
