import * as z from "zod/mini";
import type { MailStop } from "#shared/accounts/mailStop.ts";
import { Mail } from "#shared/mail/mail.ts";
import { MailingTurn } from "#shared/mail/mailing.ts";
import { WaitingTurn } from "#shared/mail/waiting.ts";
import { consume } from "../platform/consume.ts";
import { env } from "../platform/env.ts";
import { log } from "../platform/log.ts";
import { sendMail } from "../platform/mail.ts";
import { findUser, getsIncidentMail, type User } from "../users/index.ts";
import { continueMailing } from "./mailings/continueMailing.ts";
import { findMailing, isResolved } from "./mailings/table.ts";
import { isSentDespite } from "./stoppingRules.ts";
import { claimMail, markMail } from "./table.ts";
import { render } from "./templates/render.ts";
import { incidentBehind, isExpired, waitingOf } from "./waiting/rules.ts";
import { sendWaiting } from "./waiting/sendWaiting.ts";
import { keepExpired, keepWaiting } from "./waiting/table.ts";

/** The mail queue carries mails, and messages that make this function queue more mails. */
export const handler = consume(z.union([Mail, MailingTurn, WaitingTurn]), (message, now) => {
  if ("mailing" in message) return continueMailing(message, now);
  return "waiting" in message ? sendWaiting(now) : deliver(message, now);
});

/** Sends a mail, unless it was sent before. If SES cannot take the mail yet, the mail waits or expires. */
async function deliver(mail: Mail, now: Date): Promise<void> {
  if (await wasStopped(mail)) {
    log.info("mail.skipped", { mail: mail.id, reason: "an operator stopped it" });
    return;
  }
  const { to, stop } = await recipientOf(mail);
  if (!to) {
    log.warn("mail.skipped", { mail: mail.id, reason: "no eligible account" });
    return;
  }
  if (stop && !isSentDespite(stop, mail.template)) {
    log.info("mail.withheld", { mail: mail.id, template: mail.template, why: stop.why });
    return;
  }
  const rendered = render(mail, env("SITE_URL"));
  if (!(await claimMail(mail, rendered.subject, now))) return;
  const named = { mail: mail.id, template: mail.template };
  const expired = isExpired(mail, now);
  if (expired || (await isAboutResolvedIncident(mail))) {
    await keepExpired(mail, now);
    await markMail(mail, rendered.subject, "expired", now);
    // An alarm counts "mail.expired". Mail about an incident that is over was dropped on purpose.
    if (expired) log.warn("mail.expired", named);
    else log.info("mail.skipped", { ...named, reason: "the incident is resolved" });
    return;
  }
  const outcome = await sendMail({ to, ...rendered });
  if (outcome === "notYet") {
    const waiting = waitingOf(mail, now);
    await keepWaiting(waiting);
    log.info("mail.waiting", { ...named, useBy: waiting.useBy });
    return;
  }
  await markMail(mail, rendered.subject, outcome, now);
  if (outcome === "refused") log.warn("mail.refused", named);
  else log.info("mail.sent", named);
}

const wasStopped = async ({ data: { mailingId } }: Mail): Promise<boolean> =>
  mailingId ? (await findMailing(mailingId))?.stopped === true : false;

async function isAboutResolvedIncident(mail: Mail): Promise<boolean> {
  const incidentId = incidentBehind(mail);
  return incidentId !== undefined && (await isResolved(incidentId));
}

type Recipient = { to: string | undefined; stop: MailStop | null };

/**
 * The recipient's address, and whether mail to it was stopped. Mail to the id of a deleted account is not sent, because
 * the mail's row would store personal data again. The mail about the deletion names an address instead.
 */
async function recipientOf({ to, template }: Mail): Promise<Recipient> {
  if (to === "operator") return { to: env("OPERATOR_EMAIL"), stop: null };
  const user = to.userId === undefined ? undefined : await findUser(to.userId);
  if (!("address" in to))
    return user === undefined || !isFor(user, template)
      ? { to: undefined, stop: null }
      : { to: user.email, stop: user.mailStop };
  return { to: to.address, stop: user?.email === to.address ? user.mailStop : null };
}

/** Incident mail may wait behind other mails of its mailing, so the recipient's latest choice decides. */
const isFor = (user: User, template: Mail["template"]): boolean =>
  template === "incident" ? getsIncidentMail(user) : user.deletedAt === null;
