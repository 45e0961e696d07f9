import { EMAIL_CODE_LASTS } from "#shared/accounts/emailCode.ts";
import { DAY, type Instant } from "#shared/instant.ts";
import type { Mail, TemplateName } from "#shared/mail/mail.ts";
import type { SendingQuota } from "#shared/mail/waiting.ts";
import { INCIDENT_STATE_NAMES } from "#shared/status/incident.ts";
import { OWED, REQUESTED } from "../stoppingRules.ts";

/** A mail that SES could not take yet. */
export type WaitingMail = Mail & { useBy: Instant; waitsSince: Instant };

/** Mails that readers wait for, or need before they can use their purchase. */
const FIRST: readonly TemplateName[] = [...REQUESTED, "licenseKey", "keyReplaced", "receipt"];
const LAST: readonly TemplateName[] = ["incident"];
export const RANKS = [0, 1, 2] as const;
export type Rank = (typeof RANKS)[number];

/** The order of waiting mail. Within a rank, the mail that expires first goes first. */
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

export const waitingOf = (mail: Mail, now: Date): WaitingMail => ({
  ...mail,
  useBy: mail.useBy ?? new Date(now.getTime() + lifetimeOf(mail.template)).toISOString(),
  waitsSince: mail.waitsSince ?? now.toISOString(),
});

export const isExpired = ({ useBy }: Pick<Mail, "useBy">, now: Date): boolean =>
  useBy !== undefined && Date.parse(useBy) <= now.getTime();

/** The incident whose end makes a waiting mail pointless; undefined for other mails. */
export const incidentBehind = ({ template, data, waitsSince }: Mail): string | undefined =>
  template === "incident" && waitsSince !== undefined && data.state !== INCIDENT_STATE_NAMES.resolved
    ? data.incidentId
    : undefined;

/** Mass mails and waiting mails per second. The rest of SES's rate is reserved for new receipts and codes. */
export const paceOf = ({ per_second }: SendingQuota): number => Math.max(1, Math.floor((per_second * 5) / 7));

export function leftOf({ paused, sent, max }: SendingQuota): number {
  if (paused) return 0;
  return max === null ? Infinity : Math.max(0, max - sent);
}

/** Whether mass mail may be sent: a tenth of the day's quota is reserved for receipts and codes. */
export const isSpare = (quota: SendingQuota): boolean => leftOf(quota) > (quota.max ?? 0) / 10;
