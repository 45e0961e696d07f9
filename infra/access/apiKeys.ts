import type { AccessOf } from "./grants.ts";

export const API_KEYS_ACCESS = {
  "apiKeys/call": {
    tables: { Users: ["GetItem", "UpdateItem"], Audit: ["PutItem"], Limits: ["UpdateItem"] },
    calls: "scripts",
  },
  "apiKeys/createApiKey": {
    tables: { Users: ["Query", "PutItem", "ConditionCheckItem"], Audit: ["PutItem"] },
  },
  "apiKeys/listApiKeys": { tables: { Users: ["Query"] } },
  "apiKeys/revokeApiKey": { tables: { Users: ["UpdateItem"], Audit: ["PutItem"] } },
} as const satisfies AccessOf<"apiKeys">;
