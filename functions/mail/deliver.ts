import { Mail } from "#shared/mail/mail.ts";
import { findUser } from "../accounts/table.ts";
import { consume } from "../platform/consume.ts";
import { env } from "../platform/env.ts";
import { log } from "../platform/log.ts";
import { sendMail } from "../platform/mail.ts";
import { render } from "./render.ts";
import { claimMail, markMailSent } from "./table.ts";

/** Sends what the mail queue holds, each mail once. */
export const handler = consume(Mail, async (mail, now) => {
  const to = await addressOf(mail);
  if (!to) {
    log.warn("mail.skipped", { mail: mail.id, reason: "no such account" });
    return;
  }
  if (!(await claimMail(mail.id, now))) return;
  await sendMail({ to, ...render(mail, env("SITE_URL")) });
  await markMailSent(mail.id, now);
  log.info("mail.sent", { mail: mail.id, template: mail.template });
});

async function addressOf({ to }: Mail): Promise<string | undefined> {
  if (to === "operator") return env("OPERATOR_EMAIL");
  return "address" in to ? to.address : (await findUser(to.userId))?.email;
}
