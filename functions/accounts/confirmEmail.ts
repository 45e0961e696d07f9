import { confirmEmail } from "#shared/accounts/customer.ts";
import { http } from "../http/index.ts";
import { hashSecret } from "../platform/random.ts";
import { confirmAddress, takeTry } from "./address/table.ts";
import { refusedCode, toAccount } from "./rules.ts";

export const handler = http(confirmEmail)(async ({ input, caller, now }) => {
  const { userId, user } = caller;
  // The response to an earlier call may have been lost.
  if (user.emailConfirmed) return { account: toAccount(user, now) };
  const tried = await takeTry(userId, "emailCode", now);
  if (tried?.emailCode?.hash !== hashSecret(`${userId}:${input.code}`))
    throw refusedCode((tried ?? user).emailCode, now);
  await confirmAddress(userId, user.email, now, caller.sessionId);
  return { account: { ...toAccount(user, now), emailConfirmed: true, mailStop: null } };
});
