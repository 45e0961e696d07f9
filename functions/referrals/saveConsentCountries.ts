import { saveConsentCountries } from "#shared/referrals/consent.ts";
import { saveSetting } from "../audit/index.ts";
import { http } from "../http/index.ts";
import { readConsent, replaceConsent } from "./consent/table.ts";

export const handler = http(saveConsentCountries)(async ({ input: { version, ...input }, caller, now }) => {
  const before = await readConsent();
  const countries = [...input.countries].sort();
  await saveSetting("these countries", replaceConsent(countries, version), {
    operator: caller.userId,
    action: "referrals/saveConsentCountries",
    subject: "settings#consent",
    before: { countries: before.countries },
    after: { countries },
    at: now.toISOString(),
  });
  return { countries, version: version + 1 };
});
