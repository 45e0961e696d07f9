import { DAY, type Instant } from "#shared/instant.ts";
import type { License } from "#shared/licenses/license.ts";
import { standing } from "#shared/licenses/standing.ts";
import { TRIAL_NOTICE } from "#shared/licenses/trial.ts";
import type { Mail } from "#shared/mail/mail.ts";
import { deadline } from "#shared/words.ts";

/** @param current the license now, under its latest key */
export function begunMail(
  before: License,
  { id, userId, device, trial }: License,
  current: License | undefined,
  now: Date,
): Mail | undefined {
  if (!trial?.endsAt || before.trial?.endsAt || !device) return undefined;
  if (!current || current.trial?.endedAt || !works(current, now)) return undefined;
  return {
    id: `trial-begun:${id}`,
    to: { userId },
    template: "trialBegun",
    data: { computer: device.computerName, endsAt: deadline(trial.endsAt) },
  };
}

/** The first reminder: three days before the end, or at the end of a short trial. */
export function firstNotice(endsAt: Instant, days: number): Instant {
  const notice = Date.parse(endsAt) - TRIAL_NOTICE;
  return days * DAY < TRIAL_NOTICE + DAY ? endsAt : new Date(notice).toISOString();
}

/**
 * The reminder that is due, and when the next one is due. Stops after a purchase or the account's deletion. The mails
 * promise that the key continues with free features, so no mail is sent for a key that does not work.
 */
export function noticeOf(
  license: License | undefined,
  now: Date,
): { mail: Mail | undefined; nextAt: Instant | null } {
  const { endsAt, endedAt } = license?.trial ?? {};
  if (!license || !endsAt || endedAt) return { mail: undefined, nextAt: null };
  const isOver = Date.parse(endsAt) <= now.getTime();
  const { id, userId } = license;
  const mail: Mail = isOver
    ? { id: `trial-over:${id}`, to: { userId }, template: "trialOver", data: { endedOn: deadline(endsAt) } }
    : {
        id: `trial-ending:${id}`,
        to: { userId },
        template: "trialEnding",
        data: { endsOn: deadline(endsAt), endsAt: deadline(endsAt) },
      };
  return { mail: works(license, now) ? mail : undefined, nextAt: isOver ? null : endsAt };
}

const works = ({ entitlement }: License, now: Date): boolean => standing(entitlement, now).code === "VALID";
