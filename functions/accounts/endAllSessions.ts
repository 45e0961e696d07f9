import { endAllSessions } from "#shared/accounts/settings.ts";
import { http } from "../http/index.ts";
import { endSessions } from "../platform/cognito.ts";
import { untilSignInsCount } from "./sessions/pause.ts";
import { endSessionsBefore } from "./sessions/table.ts";

/** Updates the row last: the update ends the caller's session, and a repeated call needs that session. */
export const handler = http(endAllSessions)(async ({ caller, now }) => {
  await endSessions(caller.userId);
  await endSessionsBefore(caller.userId, "signedOut", now);
  await untilSignInsCount(now);
  return { ok: true as const };
});
