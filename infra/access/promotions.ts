import type { AccessOf } from "./grants.ts";

export const PROMOTIONS_ACCESS = {
  "promotions/getPromotions": { tables: { Promotions: ["GetItem"], Events: ["GetItem"] } },
  "promotions/getUnits": { tables: { Promotions: ["GetItem"] } },
  "promotions/savePromotions": { tables: { Promotions: ["GetItem", "PutItem"], Audit: ["PutItem"] } },
} as const satisfies AccessOf<"promotions">;
