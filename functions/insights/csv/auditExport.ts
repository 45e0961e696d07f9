import { recordAudit } from "../../audit/index.ts";

/** The audit log must not contain the exported data. */
export const auditExport = (action: string, list: string, operator: string, now: Date): Promise<void> =>
  recordAudit({
    operator,
    action,
    subject: `export#${list}`,
    before: null,
    after: null,
    at: now.toISOString(),
  });
