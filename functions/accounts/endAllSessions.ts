import { endAllSessions } from "#shared/accounts/customer.ts";
import { endSessions } from "../platform/cognito.ts";
import { http } from "../platform/http.ts";
import { endSessionsBefore } from "./sessions/table.ts";

/** The refresh tokens first, then our own mark, which every call reads: after it nobody could repeat the call. */
export const handler = http(endAllSessions)(async ({ caller, now }) => {
  await endSessions(caller.userId);
  await endSessionsBefore(caller.userId, "signedOut", now);
  return { ok: true as const };
});
