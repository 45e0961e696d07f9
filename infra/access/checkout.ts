import type { AccessOf } from "./row.ts";

export const CHECKOUT_ACCESS = {
  "checkout/getCredit": { tables: { Grants: ["Query"], Events: ["GetItem"] }, stripe: true },
  "checkout/getCreditSettings": { tables: { Events: ["GetItem"] } },
  "checkout/leaveCheckout": { tables: { Promotions: ["GetItem", "UpdateItem"] }, stripe: true },
  "checkout/saveCreditSettings": { tables: { Audit: ["PutItem"], Events: ["GetItem", "PutItem"] } },
  "checkout/startCheckout": {
    tables: {
      Users: ["GetItem", "UpdateItem"],
      Affiliates: ["GetItem", "PutItem", "UpdateItem"],
      Grants: ["Query", "GetItem", "PutItem", "BatchGetItem"],
      Seats: ["UpdateItem"],
      "Seats/byUser": ["Query"],
      Promotions: ["GetItem", "PutItem", "UpdateItem", "ConditionCheckItem"],
      Traffic: ["UpdateItem"],
      Events: ["GetItem", "PutItem"],
      Limits: ["UpdateItem"],
    },
    sends: ["security"],
    stripe: true,
    mailboxes: true,
    prices: true,
  },
} as const satisfies AccessOf<"checkout">;
