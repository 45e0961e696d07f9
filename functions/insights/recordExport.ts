import { recordExport } from "#shared/insights/operator.ts";
import { http } from "../http/index.ts";
import { auditExport } from "./csv/auditExport.ts";

export const handler = http(recordExport)(async ({ input: { list }, caller, now }) => {
  await auditExport("insights/recordExport", list, caller.userId, now);
  return { ok: true as const };
});
