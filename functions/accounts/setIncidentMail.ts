import { setIncidentMail } from "#shared/accounts/settings.ts";
import { http } from "../platform/http.ts";
import { toAccount } from "./rules.ts";
import { setIncidentMail as saveIncidentMail } from "./table.ts";

export const handler = http(setIncidentMail)(async ({ input: { enabled }, caller, now }) => {
  await saveIncidentMail(caller.userId, enabled, now);
  return { account: toAccount({ ...caller.user, incidentMail: enabled }, now) };
});
