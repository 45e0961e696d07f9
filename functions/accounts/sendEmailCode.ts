import { sendEmailCode } from "#shared/accounts/customer.ts";
import { http } from "../http/index.ts";
import { countNetwork, MAILED_CODES_A_NETWORK } from "../limits/index.ts";
import { hashSecret, newCode } from "../platform/random.ts";
import { mailCode } from "./address/mailCode.ts";
import { keepCode } from "./address/table.ts";
import { codeMailId, issueCode } from "./rules.ts";

export const handler = http(sendEmailCode)(async ({ caller, now }) => {
  const { userId, user } = caller;
  await countNetwork("codes", caller.address, MAILED_CODES_A_NETWORK, now);
  const code = newCode();
  const issued = issueCode(user, hashSecret(`${userId}:${code}`), now);
  const id = codeMailId(userId, now.toISOString());
  const kept = keepCode(userId, "emailCode", issued, user.emailCode);
  await mailCode({ id, to: { userId }, template: "emailCode" }, code, issued, kept);
  return { sentTo: user.email, expiresAt: issued.expiresAt };
});
