import type { AccessOf } from "./grants.ts";

/** What the migrations of functions/migrations/list.ts do, and no more: it shrinks with that list. */
export const MIGRATIONS_ACCESS = {
  "migrations/run": {
    tables: {
      Insights: ["GetItem", "PutItem"],
      "Directory/shelfByCreated": ["Query"],
    },
    cognito: ["AdminEnableUser"],
  },
} as const satisfies AccessOf<"migrations">;
