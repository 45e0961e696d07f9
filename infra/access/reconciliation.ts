import type { AccessOf } from "./row.ts";
import { EVENT_TABLES, PAYMENT_TABLES } from "./stripeEvents.ts";

/**
 * Access for the nightly comparison, which handles missed events as the webhook does, and reads more rows to find them.
 */
const RECONCILIATION = {
  tables: {
    ...EVENT_TABLES,
    Grants: [...EVENT_TABLES.Grants, "GetItem"],
    Events: ["GetItem", "BatchGetItem", "PutItem", "UpdateItem", "ConditionCheckItem"],
    Seats: ["GetItem", ...EVENT_TABLES.Seats],
    Payouts: ["GetItem"],
    Affiliates: ["GetItem"],
  },
  sends: ["mail", "payouts"],
  stripe: true,
} as const;

export const RECONCILIATION_ACCESS = {
  "reconciliation/reconcile": RECONCILIATION,
  "reconciliation/replayEvent": {
    tables: {
      ...EVENT_TABLES,
      Audit: ["PutItem"],
    },
    sends: ["mail", "payouts"],
    stripe: true,
  },
  "reconciliation/resumeReconciliation": RECONCILIATION,
  "reconciliation/syncCustomer": {
    tables: {
      ...PAYMENT_TABLES,
      Users: ["GetItem"],
      Seats: ["PutItem", "UpdateItem"],
      Audit: ["PutItem"],
    },
    sends: ["mail"],
    stripe: true,
  },
  "reconciliation/sweepReservations": {
    tables: {
      "Promotions/byDue": ["Query"],
      ...PAYMENT_TABLES,
      Users: ["GetItem"],
      Grants: [...PAYMENT_TABLES.Grants, "GetItem", "BatchGetItem"],
      "Seats/byUser": ["Query"],
      Promotions: [...PAYMENT_TABLES.Promotions, "Query", "PutItem", "DeleteItem", "ConditionCheckItem"],
      Events: [...PAYMENT_TABLES.Events, "UpdateItem", "DeleteItem"],
      "Events/byQueue": ["Query"],
      Audit: ["PutItem"],
    },
    sends: ["mail"],
    stripe: true,
    mailboxes: true,
  },
} as const satisfies AccessOf<"reconciliation">;
