import { EMAIL_CODE_LASTS, NEXT_CODE_AFTER } from "#shared/accounts/emailCode.ts";
import { changeEmail } from "#shared/accounts/settings.ts";
import { AppError } from "#shared/errors.ts";
import { MINUTE } from "#shared/instant.ts";
import type { Mail } from "#shared/mail/mail.ts";
import { countNetwork } from "../limits/index.ts";
import { MAILED_CODES_A_NETWORK } from "../limits/rules.ts";
import { WriteConflict } from "../platform/dynamo.ts";
import { env } from "../platform/env.ts";
import { http } from "../platform/http.ts";
import { enqueue } from "../platform/queue.ts";
import { hashSecret, newCode } from "../platform/random.ts";
import { keepPendingEmail } from "./address/table.ts";
import { nextCode, tooSoon } from "./rules.ts";

/** Does not reveal whether the address is taken: only its owner learns that, from the code. */
export const handler = http(changeEmail)(async ({ input: { email }, caller, now }) => {
  const { userId, user } = caller;
  if (email.toLowerCase() === user.email.toLowerCase())
    throw new AppError("VALIDATION_ERROR", "This is already your email address.", { field: "email" });
  await countNetwork("codes", caller.address, MAILED_CODES_A_NETWORK, now);
  const code = newCode();
  const issued = nextCode(user.pendingEmail?.code ?? null, hashSecret(`${userId}:${email}:${code}`), now);
  try {
    await keepPendingEmail(userId, user.pendingEmail, { email, code: issued });
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
    throw tooSoon("A code was just sent. Please wait a minute.", NEXT_CODE_AFTER);
  }
  const mail: Mail = {
    id: `new-email-code:${userId}:${now.toISOString()}`,
    to: { address: email },
    template: "newEmailCode",
    data: { code, minutes: String(EMAIL_CODE_LASTS / MINUTE) },
    useBy: issued.expiresAt,
  };
  await enqueue(env("MAIL_QUEUE_URL"), [mail]);
  return { sentTo: email, expiresAt: issued.expiresAt };
});
