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
  "audit/searchAudit": {
    tables: { Audit: ["Query"], "Audit/byUser": ["Query"], Directory: ["BatchGetItem"] },
  },
} as const satisfies AccessOf<"audit">;
