import { endAllSessions } from "#shared/accounts/settings.ts";
import { http } from "../http/index.ts";
import { endSessions } from "../platform/cognito.ts";
import { untilSignInsCount } from "./sessions/pause.ts";
import { endSessionsBefore } from "./sessions/table.ts";

/** Updates the row last, because this ends the caller's own session, which a repeated call needs. */
export const handler = http(endAllSessions)(async ({ caller, now }) => {
  await endSessions(caller.userId);
  await endSessionsBefore(caller.userId, "signedOut", now);
  await untilSignInsCount(now);
  return { ok: true as const };
});
