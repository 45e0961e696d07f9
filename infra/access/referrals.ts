import type { AccessOf } from "./row.ts";

export const REFERRALS_ACCESS = {
  "referrals/createDestination": { tables: { Affiliates: ["PutItem"], Audit: ["PutItem"] } },
  "referrals/followLink": {
    tables: { Affiliates: ["BatchGetItem"], Traffic: ["GetItem", "PutItem", "ConditionCheckItem"] },
  },
  "referrals/getConsentCountries": { tables: { Affiliates: ["GetItem"] } },
  "referrals/listDestinations": { tables: { Affiliates: ["Query"] } },
  "referrals/saveConsentCountries": {
    tables: { Affiliates: ["GetItem", "PutItem"], Audit: ["PutItem"] },
  },
  "referrals/updateDestination": { tables: { Affiliates: ["GetItem", "PutItem"], Audit: ["PutItem"] } },
} as const satisfies AccessOf<"referrals">;
