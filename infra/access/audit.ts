import type { AccessOf } from "./grants.ts";

export const AUDIT_ACCESS = {
  "audit/listAudit": { tables: { Audit: ["Query"], "Audit/byUser": ["Query"] } },
} as const satisfies AccessOf<"audit">;
