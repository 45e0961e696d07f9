import { changePassword } from "#shared/accounts/settings.ts";
import { http } from "../http/index.ts";
import { endSessions, setPassword } from "../platform/cognito.ts";
import { requireOwnPassword } from "./rules.ts";
import { untilSignInsCount } from "./sessions/pause.ts";
import { endSessionsBefore } from "./sessions/table.ts";

/**
 * Sets the password first, so that no sign-in with the old one can follow the mark. Sets the mark last, so that a
 * failed call can be repeated until everything is done.
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
