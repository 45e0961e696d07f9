import type { AccessOf } from "./row.ts";

export const INSIGHTS_ACCESS = {
  "insights/exportList": {
    tables: { "Directory/byCreated": ["Query"], Directory: ["BatchGetItem"], Audit: ["Query", "PutItem"] },
  },
  "insights/recordExport": { tables: { Audit: ["PutItem"] } },
  "insights/getGrowth": {
    tables: { Insights: ["Query"], Directory: ["BatchGetItem"], Users: ["BatchGetItem"] },
  },
  "insights/listMoves": {
    tables: { Insights: ["Query"], Directory: ["BatchGetItem"], Users: ["BatchGetItem"] },
  },
  "insights/listMovements": {
    tables: { Events: ["BatchGetItem"], Payouts: ["BatchGetItem"] },
    stripe: true,
  },
  "insights/getLatest": { tables: { Insights: ["Query"] } },
  "insights/getNeeds": {
    tables: {
      Events: ["Query", "BatchGetItem"],
      "Events/byQueue": ["Query"],
      "Payouts/byQueue": ["Query"],
      // Finds the payouts that the last run skipped.
      "Payouts/byList": ["Query"],
      Payouts: ["BatchGetItem"],
      // Names the customer of a payment without a license.
      Users: ["GetItem", "BatchGetItem"],
      // Says why pending payouts cannot be paid.
      Affiliates: ["BatchGetItem"],
      "Alerts/byState": ["Query"],
    },
    stripe: true,
  },
  "insights/getPayment": {
    tables: {
      Users: ["GetItem", "BatchGetItem"],
      Grants: ["Query"],
      Events: ["Query"],
      "Events/byQueue": ["Query"],
      Payouts: ["GetItem", "Query"],
    },
    stripe: true,
  },
  "insights/getSystemStats": { tables: { Insights: ["Query"] } },
  "insights/getTrends": { tables: { Insights: ["Query"], Traffic: ["Query"] } },
  "insights/project": {
    tables: {
      Users: ["GetItem"],
      Grants: ["Query"],
      Seats: ["GetItem", "BatchGetItem"],
      "Seats/byUser": ["Query"],
      Alerts: ["GetItem", "Query"],
      Affiliates: ["GetItem"],
      Events: ["Query"],
      Directory: ["GetItem", "PutItem", "DeleteItem"],
      Insights: ["Query", "UpdateItem", "PutItem", "DeleteItem"],
    },
  },
  "insights/refreshDue": {
    tables: {
      Users: ["GetItem"],
      Grants: ["GetItem", "Query"],
      Seats: ["GetItem"],
      "Directory/byDue": ["Query"],
      Directory: ["GetItem", "PutItem", "DeleteItem"],
      Insights: ["UpdateItem", "DeleteItem"],
      // Schedules the mails about a trial's end.
      "Events/byQueue": ["Query"],
      Events: { actions: ["PutItem", "DeleteItem"], leadingKeys: ["trial#*"] },
    },
    sends: ["mail"],
  },
  "insights/refreshRows": {
    tables: {
      Users: ["GetItem"],
      Grants: ["Query"],
      Seats: ["GetItem"],
      "Seats/byUser": ["Query"],
      Alerts: ["GetItem", "Query"],
      Directory: ["GetItem", "PutItem", "DeleteItem"],
      Insights: ["UpdateItem", "PutItem", "DeleteItem"],
    },
  },
  "insights/searchAll": {
    tables: {
      "Directory/byName": ["Query"],
      Directory: ["GetItem", "BatchGetItem"],
      "Affiliates/byCode": ["Query"],
      Affiliates: ["GetItem", "BatchGetItem"],
      Payouts: ["GetItem"],
    },
    stripe: true,
  },
} as const satisfies AccessOf<"insights">;
