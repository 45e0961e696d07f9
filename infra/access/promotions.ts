import type { AccessOf } from "./row.ts";

export const PROMOTIONS_ACCESS = {
  "promotions/getPromotions": { tables: { Promotions: ["GetItem"], Events: ["GetItem"] } },
  "promotions/getUnits": { tables: { Promotions: ["GetItem"] } },
  "promotions/getWaiting": { tables: { Promotions: ["GetItem", "Query", "UpdateItem"] } },
  "promotions/joinWaiting": {
    tables: {
      Promotions: ["GetItem", "Query", "PutItem", "UpdateItem"],
      Grants: ["Query", "BatchGetItem", "PutItem"],
      "Seats/byUser": ["Query"],
    },
    stripe: true,
    mailboxes: true,
  },
  "promotions/leaveWaiting": {
    tables: { Promotions: ["GetItem", "UpdateItem", "DeleteItem"] },
    stripe: true,
  },
  "promotions/listWaiting": {
    tables: {
      Promotions: ["GetItem", "BatchGetItem", "Query"],
      "Promotions/byDue": ["Query"],
      Users: ["GetItem", "BatchGetItem"],
    },
  },
  "promotions/removeWaiting": {
    tables: { Promotions: ["GetItem", "UpdateItem", "DeleteItem"], Audit: ["PutItem"] },
    stripe: true,
  },
  "promotions/savePromotions": { tables: { Promotions: ["GetItem", "PutItem"], Audit: ["PutItem"] } },
} as const satisfies AccessOf<"promotions">;
