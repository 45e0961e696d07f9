import type { AccessOf } from "./row.ts";

export const MIGRATIONS_ACCESS = {
  "migrations/run": {
    tables: {
      Users: ["Scan", "UpdateItem"],
      Grants: ["Scan", "UpdateItem"],
      Seats: ["Scan", "UpdateItem"],
      Events: ["Scan", "UpdateItem"],
      Payouts: ["Scan", "UpdateItem"],
      Insights: ["GetItem", "PutItem"],
    },
  },
} as const satisfies AccessOf<"migrations">;
