import { listSessions } from "#shared/accounts/settings.ts";
import { http } from "../http/index.ts";
import { liveSessions } from "../users/index.ts";
import { sessionOf } from "./sessions/sessionOf.ts";
import { readSessions } from "./sessions/table.ts";

/** Includes the caller's session even if its sign-in is not stored yet. */
export const handler = http(listSessions)(async ({ caller, now }) => {
  const { userId, user, sessionId } = caller;
  const known = (await readSessions(userId)).filter(({ id }) => id !== sessionId);
  const own = sessionId === null ? [] : [sessionOf(caller, sessionId, now)];
  return {
    sessions: [...own, ...liveSessions(user, known, now)].map((session) => ({
      ...session,
      current: session.id === sessionId,
    })),
  };
});
