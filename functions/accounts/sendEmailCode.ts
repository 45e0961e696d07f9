import { sendEmailCode } from "#shared/accounts/customer.ts";
import { EMAIL_CODE_LASTS, NEXT_CODE_AFTER } from "#shared/accounts/emailCode.ts";
import { MINUTE } from "#shared/instant.ts";
import type { Mail } from "#shared/mail/mail.ts";
import { countNetwork } from "../limits/index.ts";
import { MAILED_CODES_A_NETWORK } from "../limits/rules.ts";
import { WriteConflict } from "../platform/dynamo.ts";
import { env } from "../platform/env.ts";
import { http } from "../platform/http.ts";
import { enqueue } from "../platform/queue.ts";
import { hashSecret, newCode } from "../platform/random.ts";
import { replaceEmailCode } from "./address/table.ts";
import { codeMailId, issueCode, tooSoon } from "./rules.ts";

export const handler = http(sendEmailCode)(async ({ caller, now }) => {
  const { userId, user } = caller;
  await countNetwork("codes", caller.address, MAILED_CODES_A_NETWORK, now);
  const code = newCode();
  const issued = issueCode(user, hashSecret(`${userId}:${code}`), now);
  try {
    await replaceEmailCode(userId, user.emailCode, issued);
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
    throw tooSoon("A code was just sent. Please wait a minute.", NEXT_CODE_AFTER);
  }
  const mail: Mail = {
    id: codeMailId(userId, now.toISOString()),
    to: { userId },
    template: "emailCode",
    data: { code, minutes: String(EMAIL_CODE_LASTS / MINUTE) },
    useBy: issued.expiresAt,
  };
  await enqueue(env("MAIL_QUEUE_URL"), [mail]);
  return { sentTo: user.email, expiresAt: issued.expiresAt };
});
