import { endAllSessions } from "#shared/accounts/customer.ts";
import { endSessions } from "../platform/cognito.ts";
import { http } from "../platform/http.ts";
import { tellOwner } from "./notices.ts";
import { endSessionsBefore } from "./sessions/table.ts";

/** Our own mark first, which every call reads; then the refresh tokens. */
export const handler = http(endAllSessions)(async ({ caller, now }) => {
  await endSessionsBefore(caller.userId, now);
  await endSessions(caller.userId);
  await tellOwner("signedOut", caller.userId, caller.user.email, now);
  return { ok: true as const };
});
