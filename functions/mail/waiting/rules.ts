import { EMAIL_CODE_LASTS } from "#shared/accounts/emailCode.ts";
import { DAY, type Instant } from "#shared/instant.ts";
import type { Mail, TemplateName } from "#shared/mail/mail.ts";
import type { SendingQuota } from "#shared/mail/waiting.ts";
import { INCIDENT_STATE_NAMES } from "#shared/status/incident.ts";
import { OWED, REQUESTED } from "../stoppingRules.ts";

/** A mail that SES refused for the moment. */
export type WaitingMail = Mail & { useBy: Instant; waitsSince: Instant };

/** Its reader waits for it, or cannot use what they paid for without it. */
const FIRST: readonly TemplateName[] = [...REQUESTED, "licenseKey", "keyReplaced", "receipt"];
/** Mail to many at once. */
const LAST: readonly TemplateName[] = ["incident"];
export const RANKS = [0, 1, 2] as const;
export type Rank = (typeof RANKS)[number];

/** In which order waiting mail is sent; in a rank, what expires first goes first. */
export function rankOf({ template }: Pick<Mail, "template">): Rank {
  if (FIRST.includes(template)) return 0;
  return LAST.includes(template) ? 2 : 1;
}

const OWED_FOR = 14 * DAY;
const USEFUL_FOR = 7 * DAY;

function lifetimeOf(template: TemplateName): number {
  if (REQUESTED.includes(template)) return EMAIL_CODE_LASTS;
  return OWED.includes(template) ? OWED_FOR : USEFUL_FOR;
}

/** Keeps both times of a mail that has waited before. */
export const waitingOf = (mail: Mail, now: Date): WaitingMail => ({
  ...mail,
  useBy: mail.useBy ?? new Date(now.getTime() + lifetimeOf(mail.template)).toISOString(),
  waitsSince: mail.waitsSince ?? now.toISOString(),
});

export const isExpired = ({ useBy }: Pick<Mail, "useBy">, now: Date): boolean =>
  useBy !== undefined && Date.parse(useBy) <= now.getTime();

/** The incident whose end makes a mail that has waited pointless; undefined for any other mail. */
export const incidentBehind = ({ template, data, waitsSince }: Mail): string | undefined =>
  template === "incident" && waitsSince !== undefined && data.state !== INCIDENT_STATE_NAMES.resolved
    ? data.incidentId
    : undefined;

/** Mails a second to many, or that have waited. The rest of SES's rate is for receipts and codes of this moment. */
export const paceOf = ({ per_second }: SendingQuota): number => Math.max(1, Math.floor((per_second * 5) / 7));

/** Mails that SES still takes today. */
export function leftOf({ paused, sent, max }: SendingQuota): number {
  if (paused) return 0;
  return max === null ? Infinity : Math.max(0, max - sent);
}

/** Whether mail to many leaves a tenth of the day's quota to receipts and codes. */
export const isSpare = (quota: SendingQuota): boolean => leftOf(quota) > (quota.max ?? 0) / 10;
