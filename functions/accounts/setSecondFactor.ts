import { setSecondFactor } from "#shared/accounts/settings.ts";
import { http } from "../http/index.ts";
import { verifyAuthenticator } from "../platform/authenticator.ts";
import { endSessions, preferSecondFactor } from "../platform/cognito.ts";
import { requireCode } from "./rules.ts";
import { untilSignInsCount } from "./sessions/pause.ts";
import { noteSecondFactor } from "./sessions/table.ts";

/** A session from before the second factor proved nothing by it: all of them end. The row comes last: see changePassword. */
export const handler = http(setSecondFactor)(async ({ input: { enabled, code }, caller, now }) => {
  if (enabled) await verifyAuthenticator(caller.accessToken, requireCode(code));
  await preferSecondFactor(caller.userId, enabled);
  await endSessions(caller.userId);
  await noteSecondFactor(caller.userId, enabled ? "secondFactorOn" : "secondFactorOff", now);
  await untilSignInsCount(now);
  return { ok: true as const };
});
