import type { AccessOf } from "./row.ts";

export const DISPUTES_ACCESS = {
  "disputes/acceptDispute": { tables: { Audit: ["PutItem"] }, stripe: true },
  "disputes/answerDispute": { tables: { Audit: ["PutItem"] }, stripe: true },
  "disputes/getDispute": {
    tables: {
      Users: ["GetItem"],
      Events: ["GetItem", "Query"],
      Grants: ["Query"],
      "Seats/byUser": ["Query"],
      Activity: ["GetItem"],
      "Activity/byTime": ["Query"],
    },
    stripe: true,
  },
  "disputes/listDisputes": { stripe: true },
} as const satisfies AccessOf<"disputes">;
