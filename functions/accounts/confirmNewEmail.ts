import { confirmNewEmail } from "#shared/accounts/settings.ts";
import { AppError } from "#shared/errors.ts";
import { http } from "../http/index.ts";
import { WriteConflict } from "../platform/dynamo.ts";
import { hashSecret } from "../platform/random.ts";
import { moveInPool } from "./address/pool.ts";
import { moveToEmail, takeTry } from "./address/table.ts";
import { refusedCode } from "./rules.ts";
import { untilSignInsCount } from "./sessions/pause.ts";

/** Updates the row last: the update ends the caller's session, and the caller could then not repeat a failed call. */
export const handler = http(confirmNewEmail)(async ({ input: { code }, caller, now }) => {
  const { userId, user } = caller;
  const tried = await takeTry(userId, "pendingEmail.code", now);
  const pending = tried?.pendingEmail ?? null;
  if (pending === null || pending.code.hash !== hashSecret(`${userId}:${pending.email}:${code}`))
    throw refusedCode((pending ?? user.pendingEmail)?.code ?? null, now);
  await moveInPool(userId, pending.email, "code");
  const moved = new Date();
  await moveToEmail(userId, pending.email, moved).catch(refuseAfterConflict);
  await untilSignInsCount(moved);
  return { ok: true as const };
});

function refuseAfterConflict(error: unknown): never {
  if (!(error instanceof WriteConflict)) throw error;
  const message = "Your account was changed in the meantime. Sign in again and check your email address.";
  throw new AppError("CONFLICT", message, { cause: error });
}
