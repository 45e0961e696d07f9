import type { AccessOf } from "./grants.ts";

export const MIGRATIONS_ACCESS = {
  "migrations/run": {
    tables: {
      Users: ["Scan", "UpdateItem"],
      Grants: ["Scan", "UpdateItem"],
      Seats: ["Scan", "UpdateItem"],
      Events: ["Scan", "UpdateItem"],
      Insights: ["GetItem", "PutItem"],
    },
  },
} as const satisfies AccessOf<"migrations">;
