import type { AccountChange } from "#shared/accounts/change.ts";
import { confirmNewEmail } from "#shared/accounts/customer.ts";
import { normaliseEmail } from "#shared/accounts/email.ts";
import { endSessions, setEmail } from "../platform/cognito.ts";
import { env } from "../platform/env.ts";
import { http } from "../platform/http.ts";
import { enqueue } from "../platform/queue.ts";
import { hashSecret } from "../platform/random.ts";
import { moveToEmail, takePendingTry } from "./address/table.ts";
import { tellOwner } from "./notices.ts";
import { refusedCode } from "./rules.ts";

/** The pool first: it alone knows whether another account has the address. */
export const handler = http(confirmNewEmail)(async ({ input: { code }, caller, now }) => {
  const { userId, user } = caller;
  const tried = await takePendingTry(userId, now);
  const pending = tried?.pendingEmail ?? null;
  if (pending === null || pending.code.hash !== hashSecret(`${userId}:${pending.email}:${code}`))
    throw refusedCode((pending ?? user.pendingEmail)?.code ?? null, now);
  await setEmail(userId, pending.email);
  const change: AccountChange = { userId, kind: "emailChanged" };
  const address = { email: pending.email, normalisedEmail: normaliseEmail(pending.email) };
  await moveToEmail(userId, address, new Date());
  await enqueue(env("CHANGES_QUEUE_URL"), [change]);
  await endSessions(userId);
  await tellOwner("email", userId, user.email, now);
  return { ok: true as const };
});
