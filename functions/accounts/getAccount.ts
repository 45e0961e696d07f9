import { getAccount } from "#shared/accounts/customer.ts";
import { http } from "../platform/http.ts";
import { toAccount } from "./rules.ts";
import { hourOf } from "./sessions/rules.ts";
import { noteUse } from "./sessions/table.ts";

/** The hours that this instance has written down, by session: each page asks for the account. */
const noted = new Map<string, string>();
const MAX_NOTED = 1000;

/** Every page of the account asks this first, so this is what tells when a session was used last. */
export const handler = http(getAccount)(async ({ caller, now }) => {
  const { userId, user, sessionId } = caller;
  const hour = hourOf(now);
  if (sessionId !== null && noted.get(sessionId) !== hour) {
    await noteUse(userId, sessionId, hour);
    if (noted.size >= MAX_NOTED) noted.clear();
    noted.set(sessionId, hour);
  }
  return { account: toAccount(user, now) };
});
