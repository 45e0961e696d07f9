import { EMAIL_CODE_LASTS, type EmailCode, NEXT_CODE_AFTER } from "#shared/accounts/emailCode.ts";
import { MINUTE } from "#shared/instant.ts";
import type { Mail } from "#shared/mail/mail.ts";
import { WriteConflict } from "../../platform/dynamo.ts";
import { env } from "../../platform/env.ts";
import { enqueue } from "../../platform/queue.ts";
import { tooSoon } from "../rules.ts";

/** Mails the code once `keep` has stored its hash. @throws RATE_LIMITED if another code came first */
export async function mailCode(
  mail: Pick<Mail, "id" | "to" | "template">,
  code: string,
  { expiresAt: useBy }: EmailCode,
  keep: Promise<void>,
): Promise<void> {
  await keep.catch((error: unknown) => {
    if (!(error instanceof WriteConflict)) throw error;
    throw tooSoon("A code was just sent. Please wait a minute.", NEXT_CODE_AFTER);
  });
  const data = { code, minutes: String(EMAIL_CODE_LASTS / MINUTE) };
  await enqueue(env("MAIL_QUEUE_URL"), [{ ...mail, data, useBy } satisfies Mail]);
}
