import { endSession } from "#shared/accounts/customer.ts";
import { http } from "../http/index.ts";
import { endOneSession, forgetSession, mayHaveSession } from "./sessions/table.ts";

/**
 * In the pool's Lite plan only a refresh token's holder can revoke it, so our own list of ended sessions decides. A
 * browser that signs out, or in again, stays known. If another browser ends its session, it is forgotten.
 */
export const handler = http(endSession)(async ({ input, caller, now }) => {
  const id = input.id ?? caller.sessionId;
  if (id !== null && (await mayHaveSession(caller.user, caller.sessionId, id, now))) {
    await endOneSession(caller, id, now);
    if (id !== caller.sessionId && !input.replaced) await forgetSession(caller.userId, id);
  }
  return { ok: true as const };
});
