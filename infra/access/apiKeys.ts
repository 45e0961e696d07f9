import type { AccessOf } from "./row.ts";

export const API_KEYS_ACCESS = {
  "apiKeys/call": {
    // Anyone can call this function, so in Users it may access only the rows of API keys.
    tables: {
      Users: { actions: ["GetItem", "UpdateItem"], leadingKeys: ["apiKeys"] },
      Audit: ["PutItem"],
      Limits: ["UpdateItem"],
    },
    calls: "scripts",
  },
  "apiKeys/createApiKey": {
    tables: { Users: ["Query", "PutItem", "ConditionCheckItem"], Audit: ["PutItem"] },
  },
  "apiKeys/listApiKeys": { tables: { Users: ["Query"] } },
  "apiKeys/revokeApiKey": { tables: { Users: ["UpdateItem"], Audit: ["PutItem"] } },
} as const satisfies AccessOf<"apiKeys">;
