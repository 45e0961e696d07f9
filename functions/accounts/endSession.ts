import { endSession } from "#shared/accounts/customer.ts";
import { http } from "../http/index.ts";
import { endOneSession, forgetSession, mayHaveSession } from "./sessions/table.ts";

/**
 * Uses our own list of ended sessions, because Cognito revokes a single session only for the holder of its refresh
 * token. The session's row stays after the browser's own sign-out or a new sign-in there, so that the next sign-in from
 * that browser mails no warning. If another browser ends the session, the row is deleted.
 */
export const handler = http(endSession)(async ({ input, caller, now }) => {
  const id = input.id ?? caller.sessionId;
  if (id !== null && (await mayHaveSession(caller.user, caller.sessionId, id, now))) {
    await endOneSession(caller, id, now);
    if (id !== caller.sessionId && !input.replaced) await forgetSession(caller.userId, id);
  }
  return { ok: true as const };
});
