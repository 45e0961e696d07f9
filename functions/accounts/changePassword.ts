import { changePassword } from "#shared/accounts/settings.ts";
import { http } from "../http/index.ts";
import { endSessions, setPassword } from "../platform/cognito.ts";
import { requireOwnPassword } from "./rules.ts";
import { untilSignInsCount } from "./sessions/pause.ts";
import { endSessionsBefore } from "./sessions/table.ts";

/**
 * Sets the password before it ends the sessions, so that the old password cannot start a new session. Updates the row
 * last: the update ends the caller's session, and a caller who is signed out could not repeat a failed call.
 */
export const handler = http(changePassword)(async ({ input: { password }, caller }) => {
  requireOwnPassword(password, caller.user);
  await setPassword(caller.userId, password);
  await endSessions(caller.userId);
  const ended = new Date();
  await endSessionsBefore(caller.userId, "password", ended);
  await untilSignInsCount(ended);
  return { ok: true as const };
});
