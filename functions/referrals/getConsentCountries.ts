import { getConsentCountries } from "#shared/affiliates/consent.ts";
import { http } from "../http/http.ts";
import { readConsent } from "./consent/table.ts";

export const handler = http(getConsentCountries)(async () => readConsent());
