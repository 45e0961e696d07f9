import type { MailStop } from "#shared/accounts/mailStop.ts";
import { Mail } from "#shared/mail/mail.ts";
import { findUser } from "../accounts/table.ts";
import { consume } from "../platform/consume.ts";
import { env } from "../platform/env.ts";
import { log } from "../platform/log.ts";
import { sendMail } from "../platform/mail.ts";
import { isSentDespite } from "./rules/stopping.ts";
import { claimMail, markMailSent } from "./table.ts";
import { render } from "./templates/render.ts";

/** Sends what the mail queue holds, each mail once. */
export const handler = consume(Mail, async (mail, now) => {
  const { to, stop } = await recipientOf(mail);
  if (!to) {
    log.warn("mail.skipped", { mail: mail.id, reason: "no such account" });
    return;
  }
  if (stop && !isSentDespite(stop, mail.template)) {
    log.info("mail.withheld", { mail: mail.id, template: mail.template, why: stop.why });
    return;
  }
  const rendered = render(mail, env("SITE_URL"));
  if (!(await claimMail(mail, rendered.subject, now))) return;
  await sendMail({ to, ...rendered });
  await markMailSent(mail, rendered.subject, now);
  log.info("mail.sent", { mail: mail.id, template: mail.template });
});

type Recipient = { to: string | undefined; stop: MailStop | null };

/**
 * Where it goes, and whether mail to there was stopped. An account that is being deleted gets no more mail but the one
 * about that, which has its address: a mail that was recorded after the others were forgotten would stay.
 */
async function recipientOf({ to }: Mail): Promise<Recipient> {
  if (to === "operator") return { to: env("OPERATOR_EMAIL"), stop: null };
  const user = to.userId === undefined ? undefined : await findUser(to.userId);
  if (!("address" in to))
    return user === undefined || user.deletedAt !== null
      ? { to: undefined, stop: null }
      : { to: user.email, stop: user.mailStop };
  return { to: to.address, stop: user?.email === to.address ? user.mailStop : null };
}
