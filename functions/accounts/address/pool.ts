import type { AccountChange } from "#shared/accounts/change.ts";
import { endSessions, setEmail } from "../../platform/cognito.ts";
import { env } from "../../platform/env.ts";
import { enqueue } from "../../platform/queue.ts";

/**
 * Changes the address in the user pool and ends the sessions. Callers change the account's row afterwards, because only
 * the pool can refuse another account's address. After a minute, followChange copies the row's address to the pool, in
 * case the caller failed or another call stored another address.
 * @throws CONFLICT at `field` if another account has this address
 */
export async function moveInPool(userId: string, email: string, field: "code" | "email"): Promise<void> {
  const check: AccountChange = { userId, kind: "emailChanged" };
  await enqueue(env("CHANGES_QUEUE_URL"), [check], () => 60);
  await setEmail(userId, email, field);
  await endSessions(userId);
}
