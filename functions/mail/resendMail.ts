import type { MailStop } from "#shared/accounts/mailStop.ts";
import { AppError } from "#shared/errors.ts";
import { resendMail } from "#shared/mail/operator.ts";
import { recordAudit } from "../audit/index.ts";
import { listGrants } from "../grants/index.ts";
import { http } from "../http/index.ts";
import { env } from "../platform/env.ts";
import { enqueue } from "../platform/queue.ts";
import { newId } from "../platform/random.ts";
import { findUser } from "../users/index.ts";
import { isSentDespite } from "./stoppingRules.ts";
import { findMailOf } from "./table.ts";

export const handler = http(resendMail)(async ({ input: { userId, mailId }, caller, now }) => {
  const mail = await findMailOf(userId, mailId);
  if (!mail) throw new AppError("NOT_FOUND", "There is no such mail to this user.");
  const stop = (await findUser(userId))?.mailStop;
  if (stop && !isSentDespite(stop, mail.template))
    throw new AppError(
      "CONFLICT",
      `Mail to this address is stopped: ${WHY[stop.why]}. Press "Send mail again" first.`,
    );
  const { licenseKey } = mail.data;
  if (licenseKey !== undefined && !(await holds(userId, licenseKey)))
    throw new AppError(
      "CONFLICT",
      "This mail has a license key that was replaced. Resend the mail with the new key instead.",
    );
  await recordAudit({
    operator: caller.userId,
    action: "mail/resendMail",
    subject: `user#${userId}`,
    userId,
    before: null,
    after: { template: mail.template },
    at: now.toISOString(),
  });
  await enqueue(env("MAIL_QUEUE_URL"), [{ ...mail, id: `${mail.id}:${newId()}` }]);
  return { ok: true as const };
});

const WHY = {
  bounced: "it bounced",
  complained: "its owner marked a mail as spam",
} as const satisfies Record<MailStop["why"], string>;

const holds = async (userId: string, licenseKey: string): Promise<boolean> =>
  (await listGrants(userId)).some((grant) => grant.licenseKey === licenseKey);
