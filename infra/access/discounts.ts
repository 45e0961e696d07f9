import type { AccessOf } from "./row.ts";

export const DISCOUNTS_ACCESS = {
  "discounts/createDiscountCode": {
    tables: { Audit: ["PutItem"], Affiliates: ["GetItem", "UpdateItem"] },
    stripe: true,
  },
  "discounts/endDiscountCode": { tables: { Audit: ["PutItem"] }, stripe: true },
  "discounts/getDiscount": { tables: { Affiliates: ["GetItem"] }, stripe: true },
  "discounts/listDiscountCodes": { stripe: true },
} as const satisfies AccessOf<"discounts">;
