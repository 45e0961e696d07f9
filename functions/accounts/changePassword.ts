import { changePassword } from "#shared/accounts/customer.ts";
import { FRESH_FOR_SECURITY } from "#shared/accounts/freshSignIn.ts";
import { endSessions, setPassword } from "../platform/cognito.ts";
import { requireFreshSignIn } from "../platform/freshSignIn.ts";
import { http } from "../platform/http.ts";
import { tellOwner } from "./notices.ts";
import { requireOwnPassword } from "./rules.ts";
import { endSessionsBefore } from "./sessions/table.ts";

/**
 * The password first: nobody can sign in with the old one after the mark. A call that dies on the way is repeated and
 * ends the same.
 */
export const handler = http(changePassword)(async ({ input: { password }, caller, now }) => {
  requireFreshSignIn(caller, FRESH_FOR_SECURITY, now);
  requireOwnPassword(password, caller.user);
  await setPassword(caller.userId, password);
  await endSessionsBefore(caller.userId, new Date());
  await endSessions(caller.userId);
  await tellOwner("password", caller.userId, caller.user.email, now);
  return { ok: true as const };
});
