import { AppError } from "#shared/errors.ts";
import type { License } from "#shared/licenses/license.ts";
import {
  type EarlierKey,
  lastGroup,
  MAX_REPLACEMENTS,
  REPLACEMENT_WINDOW,
  type ReplacementLimit,
} from "#shared/licenses/replacement.ts";
import type { Mail } from "#shared/mail/mail.ts";
import { atTime } from "#shared/words.ts";
import { lastLeaseEnd, runningLeases } from "../leaseRules.ts";

/** Counts only the owner's replacements, not an operator's. */
export function replacementLimit({ earlierKeys }: License, now: Date): ReplacementLimit {
  const counted = earlierKeys
    .filter(({ by }) => by === "customer")
    .map(({ replacedAt }) => Date.parse(replacedAt) + REPLACEMENT_WINDOW)
    .filter((end) => end > now.getTime());
  const [next] = counted.slice(-MAX_REPLACEMENTS);
  const left = Math.max(0, MAX_REPLACEMENTS - counted.length);
  return {
    replacements_left: left,
    max_replacements: MAX_REPLACEMENTS,
    next_replacement_at: left > 0 || next === undefined ? null : new Date(next).toISOString(),
  };
}

export function requireReplacement(license: License, now: Date): void {
  const limit = replacementLimit(license, now);
  if (limit.replacements_left > 0) return;
  const from = limit.next_replacement_at?.slice(0, 10) ?? "later";
  throw new AppError(
    "REPLACEMENT_LIMIT",
    `You have replaced this key ${MAX_REPLACEMENTS} times within a year. You can replace it again from ${from}, or contact support.`,
    { details: limit },
  );
}

/**
 * Gives the seat a new key and clears its computer without counting a swap, because the computer may be a stranger's.
 * Running leases cannot be revoked, so they still count.
 */
export function withNewKey(license: License, licenseKey: string, by: EarlierKey["by"], now: Date): License {
  const leases = runningLeases(license, now);
  return {
    ...license,
    licenseKey,
    device: null,
    vacatedBy: "swap",
    copySuspectedAt: null,
    leases,
    earlierKeys: [
      ...license.earlierKeys,
      {
        licenseKey: license.licenseKey,
        replacedAt: now.toISOString(),
        by,
        offlineUntil: lastLeaseEnd(license, now),
      },
    ],
    version: license.version + 1,
  };
}

export function replacementMail({ id, userId, earlierKeys }: License): Mail | undefined {
  const last = earlierKeys.at(-1);
  if (last === undefined) return undefined;
  return {
    id: `key-replaced:${id}:${earlierKeys.length}`,
    to: { userId },
    template: "keyReplaced",
    data: {
      who: last.by === "customer" ? "You" : "Our support team",
      oldEnd: lastGroup(last.licenseKey),
      when: atTime(last.replacedAt),
      offline:
        last.offlineUntil === null
          ? "No computer was working with the old key."
          : `A computer with the old key can work offline until ${atTime(last.offlineUntil)} at the latest.`,
    },
  };
}
