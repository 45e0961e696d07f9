import { getConsentCountries } from "#shared/referrals/consent.ts";
import { http } from "../http/index.ts";
import { readConsent } from "./consent/table.ts";

export const handler = http(getConsentCountries)(async () => readConsent());
