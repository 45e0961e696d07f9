import type { AccountChange } from "#shared/accounts/change.ts";
import { endSessions, setEmail } from "../../platform/cognito.ts";
import { env } from "../../platform/env.ts";
import { enqueue } from "../../platform/queue.ts";

/**
 * Gives the user pool an address and ends the sessions. The pool comes before the account's row, because only the pool
 * knows all addresses. If the call then fails, or another call stores another address, the pool takes the row's address
 * after a minute, when neither call is running.
 * @throws CONFLICT at `field` if another account has this address
 */
export async function moveInPool(userId: string, email: string, field: "code" | "email"): Promise<void> {
  const check: AccountChange = { userId, kind: "emailChanged" };
  await enqueue(env("CHANGES_QUEUE_URL"), [check], () => 60);
  await setEmail(userId, email, field);
  await endSessions(userId);
}
