import { normaliseEmail } from "#shared/accounts/email.ts";
import { confirmNewEmail } from "#shared/accounts/settings.ts";
import { http } from "../http/index.ts";
import { endSessions, setEmail } from "../platform/cognito.ts";
import { hashSecret } from "../platform/random.ts";
import { moveToEmail, takeTry } from "./address/table.ts";
import { refusedCode } from "./rules.ts";
import { untilSignInsCount } from "./sessions/pause.ts";

/**
 * Changes the pool first, because only the pool knows all addresses. Updates the row last: the update ends the caller's
 * session, and a caller who is signed out could not repeat a failed call.
 */
export const handler = http(confirmNewEmail)(async ({ input: { code }, caller, now }) => {
  const { userId, user } = caller;
  const tried = await takeTry(userId, "pendingEmail.code", now);
  const pending = tried?.pendingEmail ?? null;
  if (pending === null || pending.code.hash !== hashSecret(`${userId}:${pending.email}:${code}`))
    throw refusedCode((pending ?? user.pendingEmail)?.code ?? null, now);
  await setEmail(userId, pending.email, "code");
  await endSessions(userId);
  const address = { email: pending.email, normalisedEmail: normaliseEmail(pending.email) };
  const moved = new Date();
  await moveToEmail(userId, address, moved);
  await untilSignInsCount(moved);
  return { ok: true as const };
});
