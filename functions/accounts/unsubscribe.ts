import { unsubscribe } from "#shared/accounts/public.ts";
import { AppError } from "#shared/errors.ts";
import { http } from "../http/index.ts";
import { readMailToken, setRefusal } from "../mail/index.ts";
import { WriteConflict } from "../platform/dynamo.ts";
import { setIncidentMail } from "../users/index.ts";

export const handler = http(unsubscribe)(async ({ input: { token }, now }) => {
  const found = await readMailToken(token);
  if (found === undefined) throw new AppError("NOT_FOUND", "This link is incomplete. Copy the whole link.");
  if ("userId" in found) await setIncidentMail(found.userId, false, now).catch(unlessGone);
  else await setRefusal(found.hash, true, now);
  return { ok: true as const };
});

/** A deleted account gets no mail anyway. */
function unlessGone(error: unknown): void {
  if (!(error instanceof WriteConflict)) throw error;
}
