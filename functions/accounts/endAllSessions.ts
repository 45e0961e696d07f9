import { endAllSessions } from "#shared/accounts/settings.ts";
import { http } from "../http/index.ts";
import { endSessions } from "../platform/cognito.ts";
import { untilSignInsCount } from "./sessions/pause.ts";
import { endSessionsBefore } from "./sessions/table.ts";

/** The refresh tokens first, then our own mark, which every call reads: after it nobody could repeat the call. */
export const handler = http(endAllSessions)(async ({ caller, now }) => {
  await endSessions(caller.userId);
  await endSessionsBefore(caller.userId, "signedOut", now);
  await untilSignInsCount(now);
  return { ok: true as const };
});
