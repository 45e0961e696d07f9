import type { AccessOf } from "./row.ts";

export const CATALOG_ACCESS = {
  "catalog/getPlanSettings": { tables: { Events: ["GetItem"] } },
  "catalog/savePlanSettings": {
    tables: { Audit: ["PutItem"], Events: ["GetItem", "PutItem"] },
    stripe: true,
  },
} as const satisfies AccessOf<"catalog">;
