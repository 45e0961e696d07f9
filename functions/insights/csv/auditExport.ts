import { recordAudit } from "../../audit/index.ts";

/** Who took which list, and when. What was in it stays out of the log. */
export const auditExport = (action: string, list: string, operator: string, now: Date): Promise<void> =>
  recordAudit({
    operator,
    action,
    subject: `export#${list}`,
    before: null,
    after: null,
    at: now.toISOString(),
  });
