import { endSession } from "#shared/accounts/customer.ts";
import { http } from "../http/index.ts";
import { endOneSession, forgetSession, mayHaveSession } from "./sessions/table.ts";

/**
 * Uses our own list of ended sessions, because Cognito revokes a single session only for the holder of its refresh
 * token. If the session's own browser signed out, or signed in anew, the session's row stays: the next sign-in from
 * that browser then mails no warning. If another browser ended the session, the row is deleted.
 */
export const handler = http(endSession)(async ({ input, caller, now }) => {
  const id = input.id ?? caller.sessionId;
  if (id !== null && (await mayHaveSession(caller.user, caller.sessionId, id, now))) {
    await endOneSession(caller, id, now);
    if (id !== caller.sessionId && !input.replaced) await forgetSession(caller.userId, id);
  }
  return { ok: true as const };
});
