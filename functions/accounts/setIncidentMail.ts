import { setIncidentMail } from "#shared/accounts/settings.ts";
import { http } from "../http/index.ts";
import { setIncidentMail as saveIncidentMail } from "../users/index.ts";
import { toAccount } from "./rules.ts";

export const handler = http(setIncidentMail)(async ({ input: { enabled }, caller, now }) => {
  await saveIncidentMail(caller.userId, enabled, now);
  return { account: toAccount({ ...caller.user, incidentMail: enabled }, now) };
});
