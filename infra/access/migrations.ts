import type { AccessOf } from "./grants.ts";

export const MIGRATIONS_ACCESS = {
  "migrations/run": {
    tables: {
      Users: ["GetItem", "Scan", "UpdateItem"],
      Grants: ["Query", "Scan", "UpdateItem"],
      Seats: ["GetItem", "BatchGetItem", "Scan", "UpdateItem"],
      Alerts: ["GetItem", "Query"],
      Affiliates: ["GetItem"],
      "Affiliates/byJoined": ["Query"],
      Payouts: ["Query"],
      Events: ["Query", "Scan", "UpdateItem"],
      Directory: ["GetItem", "PutItem", "DeleteItem"],
      "Directory/byCreated": ["Query"],
      Insights: ["GetItem", "Query", "PutItem", "UpdateItem", "DeleteItem"],
    },
  },
} as const satisfies AccessOf<"migrations">;
