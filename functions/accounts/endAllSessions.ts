import { endAllSessions } from "#shared/accounts/settings.ts";
import { http } from "../http/index.ts";
import { endSessions } from "../platform/cognito.ts";
import { untilSignInsCount } from "./sessions/pause.ts";
import { endSessionsBefore } from "./sessions/table.ts";

/** Sets our own mark last: it refuses the caller too, who could not repeat a failed call. */
export const handler = http(endAllSessions)(async ({ caller, now }) => {
  await endSessions(caller.userId);
  await endSessionsBefore(caller.userId, "signedOut", now);
  await untilSignInsCount(now);
  return { ok: true as const };
});
