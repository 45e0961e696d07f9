import { changeEmail } from "#shared/accounts/settings.ts";
import { AppError } from "#shared/errors.ts";
import { http } from "../http/index.ts";
import { countNetwork, MAILED_CODES_A_NETWORK } from "../limits/index.ts";
import { hashSecret, newCode } from "../platform/random.ts";
import { mailCode } from "./address/mailCode.ts";
import { keepCode } from "./address/table.ts";
import { nextCode } from "./rules.ts";

/** Does not reveal whether another account has the address. Only the address's owner can find out, with the code. */
export const handler = http(changeEmail)(async ({ input: { email }, caller, now }) => {
  const { userId, user } = caller;
  if (email.toLowerCase() === user.email.toLowerCase())
    throw new AppError("VALIDATION_ERROR", "This is already your email address.", { field: "email" });
  await countNetwork("codes", caller.address, MAILED_CODES_A_NETWORK, now);
  const before = user.pendingEmail?.code ?? null;
  const code = newCode();
  const issued = nextCode(before, hashSecret(`${userId}:${email}:${code}`), now);
  const id = `new-email-code:${userId}:${now.toISOString()}`;
  const kept = keepCode(userId, "pendingEmail", { email, code: issued }, before);
  await mailCode({ id, to: { address: email }, template: "newEmailCode" }, code, issued, kept);
  return { sentTo: email, expiresAt: issued.expiresAt };
});
