import type { AccessOf } from "./grants.ts";

export const AUDIT_ACCESS = {
  "audit/listAudit": { tables: { Audit: ["Query"], "Audit/byUser": ["Query"], Users: ["BatchGetItem"] } },
} as const satisfies AccessOf<"audit">;
