import { FRESH_FOR_DELETION } from "#shared/accounts/freshSignIn.ts";
import { recordExport } from "#shared/insights/operator.ts";
import { requireFreshSignIn } from "../platform/freshSignIn.ts";
import { http } from "../platform/http.ts";
import { auditExport } from "./csv/auditExport.ts";

export const handler = http(recordExport)(async ({ input: { list }, caller, now }) => {
  requireFreshSignIn(caller, FRESH_FOR_DELETION, now);
  await auditExport("insights/recordExport", list, caller.userId, now);
  return { ok: true as const };
});
