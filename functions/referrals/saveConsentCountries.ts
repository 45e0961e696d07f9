import { AppError } from "#shared/errors.ts";
import { saveConsentCountries } from "#shared/referrals/consent.ts";
import { auditEntry } from "../audit/index.ts";
import { http } from "../http/index.ts";
import { transact, WriteConflict } from "../platform/dynamo.ts";
import { readConsent, replaceConsent } from "./consent/table.ts";

export const handler = http(saveConsentCountries)(async ({ input: { version, ...input }, caller, now }) => {
  const before = await readConsent();
  const countries = [...input.countries].sort();
  try {
    await transact([
      replaceConsent(countries, version),
      auditEntry({
        operator: caller.userId,
        action: "referrals/saveConsentCountries",
        subject: "settings#consent",
        before: { countries: before.countries },
        after: { countries },
        at: now.toISOString(),
      }),
    ]);
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
    throw new AppError(
      "CONFLICT",
      "Another operator saved these countries. Load the page again, then save.",
      {
        cause: error,
      },
    );
  }
  return { countries, version: version + 1 };
});
