import type { AccessOf } from "./row.ts";

export const AUDIT_ACCESS = {
  "audit/listAudit": {
    tables: {
      Audit: ["Query"],
      "Audit/byUser": ["Query"],
      Directory: ["BatchGetItem"],
      Users: ["BatchGetItem"],
    },
  },
} as const satisfies AccessOf<"audit">;
