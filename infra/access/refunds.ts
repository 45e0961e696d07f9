import type { AccessOf } from "./row.ts";

export const REFUNDS_ACCESS = {
  "refunds/answerWithdrawal": {
    tables: { Grants: ["Query"], Audit: ["PutItem"], Events: ["GetItem", "PutItem"] },
    stripe: true,
  },
  "refunds/getRefundLimits": { tables: { Events: ["GetItem"] } },
  "refunds/getRefundOffer": {
    tables: {
      "Activity/byTime": ["Query"],
      Grants: ["Query", "GetItem"],
      Events: ["GetItem", "BatchGetItem"],
      "Seats/byUser": ["Query"],
    },
    stripe: true,
    mailboxes: true,
  },
  "refunds/listWithdrawals": {
    tables: { Events: ["GetItem"], "Events/byQueue": ["Query"], Grants: ["Query"] },
    stripe: true,
  },
  "refunds/refundPayment": { tables: { Audit: ["PutItem"], Events: ["GetItem", "PutItem"] }, stripe: true },
  "refunds/requestRefund": {
    tables: {
      "Activity/byTime": ["Query"],
      Grants: ["Query", "GetItem"],
      Audit: ["PutItem"],
      Events: ["GetItem", "BatchGetItem", "PutItem", "UpdateItem"],
      "Seats/byUser": ["Query"],
    },
    sends: ["mail"],
    stripe: true,
    mailboxes: true,
  },
  "refunds/saveRefundLimits": { tables: { Audit: ["PutItem"], Events: ["GetItem", "PutItem"] } },
  "refunds/withdraw": {
    tables: {
      "Directory/byName": ["Query"],
      Events: ["PutItem"],
      Limits: ["UpdateItem"],
      Seats: ["GetItem"],
    },
    sends: ["mail"],
  },
} as const satisfies AccessOf<"refunds">;
