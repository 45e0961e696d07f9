import { setSecondFactor } from "#shared/accounts/settings.ts";
import { http } from "../http/index.ts";
import { verifyAuthenticator } from "../platform/authenticator.ts";
import { endSessions, preferSecondFactor } from "../platform/cognito.ts";
import { requireCode } from "./rules.ts";
import { untilSignInsCount } from "./sessions/pause.ts";
import { noteSecondFactor } from "./sessions/table.ts";

/**
 * Ends every session, so that each browser signs in again under the new setting. Updates the account's row last: the
 * update ends the caller's session, and a caller who is signed out could not repeat a failed call.
 */
export const handler = http(setSecondFactor)(async ({ input: { enabled, code }, caller, now }) => {
  if (enabled) await verifyAuthenticator(caller.accessToken, requireCode(code));
  await preferSecondFactor(caller.userId, enabled);
  await endSessions(caller.userId);
  await noteSecondFactor(caller.userId, enabled ? "secondFactorOn" : "secondFactorOff", now);
  await untilSignInsCount(now);
  return { ok: true as const };
});
