import { endSession } from "#shared/accounts/customer.ts";
import { http } from "../http/index.ts";
import { endOneSession, forgetSession, mayHaveSession } from "./sessions/table.ts";

/**
 * The pool of the Lite plan can revoke one refresh token only for its holder: our own list ends the session. A browser
 * stays known where its user signs out or in again, and no longer passes as known where another one ends its session.
 */
export const handler = http(endSession)(async ({ input, caller, now }) => {
  const id = input.id ?? caller.sessionId;
  if (id !== null && (await mayHaveSession(caller.user, caller.sessionId, id, now))) {
    await endOneSession(caller, id, now);
    if (id !== caller.sessionId && !input.replaced) await forgetSession(caller.userId, id);
  }
  return { ok: true as const };
});
