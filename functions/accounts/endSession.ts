import { endSession } from "#shared/accounts/customer.ts";
import { http } from "../http/index.ts";
import { endOneSession, forgetSession, mayHaveSession } from "./sessions/table.ts";

/**
 * In the pool's Lite plan, only the holder of a refresh token can revoke it, so our own list of ended sessions decides.
 * A browser stays known after its own sign-out or a new sign-in. It is forgotten if another browser ends its session.
 */
export const handler = http(endSession)(async ({ input, caller, now }) => {
  const id = input.id ?? caller.sessionId;
  if (id !== null && (await mayHaveSession(caller.user, caller.sessionId, id, now))) {
    await endOneSession(caller, id, now);
    if (id !== caller.sessionId && !input.replaced) await forgetSession(caller.userId, id);
  }
  return { ok: true as const };
});
