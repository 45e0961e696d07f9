import { DAY, utcDay } from "#shared/instant.ts";
import type { License } from "#shared/licenses/license.ts";
import type { Finding, Signal } from "#shared/security/signal.ts";
import { isCopy, isRepeated, type Proof, returnsWithinDay } from "./devices/rules.ts";

const WEEK = 7 * DAY;
const MANY_SWAPS_A_DAY = 3;
const MANY_DAYS_AT_LIMIT = 3;
const MAX_COMPUTERS_PER_WEEK = 4;
const MAX_RETURNS_A_DAY = 3;

type Found = Pick<Finding, "id" | "type" | "description"> & { metadata?: Finding["metadata"] };

function tell(license: License, now: Date, found: Found): Signal {
  const metadata = { seat: license.id, ...found.metadata };
  return { kind: "finding", finding: { ...found, metadata, userId: license.userId, at: now.toISOString() } };
}

/** Computed from the stored history, so repeats give the same signals. */
export function swapSignals(license: License, now: Date): Signal[] {
  const last = license.recentSwaps.at(-1);
  if (last === undefined) return [];
  const within = (length: number) =>
    license.recentSwaps.filter((at) => now.getTime() - Date.parse(at) < length);
  const inADay = within(DAY).length;
  const perDay = Map.groupBy(within(WEEK), (at) => utcDay(new Date(at)));
  const daysAtLimit = [...perDay.values()].filter((swaps) => swaps.length >= license.maxDailySwaps).length;
  if (inADay < MANY_SWAPS_A_DAY && daysAtLimit < MANY_DAYS_AT_LIMIT) return [];
  return [
    tell(license, now, {
      id: `swaps:${license.id}:${last}`,
      type: "rapid_swaps",
      description: `${inADay} device changes within 24 hours, and the daily limit reached on ${daysAtLimit} of 7 days.`,
      metadata: { swaps_in_24_hours: inADay, days_at_limit: daysAtLimit },
    }),
  ];
}

export function activationSignals(
  license: License,
  device: { activationId: string; ipAddress: string | null },
  country: string | null,
  now: Date,
): Signal[] {
  const sighting = {
    id: device.activationId,
    userId: license.userId,
    at: now.toISOString(),
    what: "activation" as const,
    address: device.ipAddress,
    country,
  };
  return [
    { kind: "sighting", sighting },
    ...arrivalSignals(license, now),
    ...returnSignals(license, now),
    ...swapSignals(license, now),
  ];
}

function arrivalSignals(license: License, now: Date): Signal[] {
  const last = license.visits.at(-1);
  const computers = license.visits.filter(({ at }) => now.getTime() - Date.parse(at) < WEEK).length;
  if (last === undefined || computers <= MAX_COMPUTERS_PER_WEEK) return [];
  return [
    tell(license, now, {
      id: `computers:${license.id}:${last.at}`,
      type: "key_sharing",
      description: `One key on ${computers} computers within 7 days.`,
      metadata: { computers },
    }),
  ];
}

/** A computer that activates again and again has a problem, or is several identical computers. */
function returnSignals(license: License, now: Date): Signal[] {
  const returns = returnsWithinDay(license, now);
  const last = returns.at(-1);
  if (last === undefined || returns.length <= MAX_RETURNS_A_DAY || license.extras?.isTrusted) return [];
  return [
    tell(license, now, {
      id: `returns:${license.id}:${last}`,
      type: "key_sharing",
      description: `The same computer, or several that look alike, activated ${returns.length} more times within 24 hours.`,
      metadata: { returns: returns.length },
    }),
  ];
}

/** Signals that a copy tried to refresh its lease. @param attemptId a repeat with the same id counts once */
export function copySignals(
  license: License,
  proof: Proof,
  nextHash: string,
  attemptId: string,
  now: Date,
): Signal[] {
  return isRepeated(license, proof, nextHash) ? [] : tellCopy(license, proof, attemptId, now);
}

/** Signals that a copy called `report` or `deactivate`, once per secret. */
export function staleSignals(license: License, proof: Proof, now: Date): Signal[] {
  return tellCopy(license, proof, `${proof.activationId}:${proof.secretHash}`, now);
}

/** @param occasion identifies the signal; repeats of one occasion count once */
function tellCopy(license: License, proof: Proof, occasion: string, now: Date): Signal[] {
  if (!isCopy(license, proof)) return [];
  return [
    tell(license, now, {
      id: `copy:${license.id}:${occasion}`,
      type: "key_sharing",
      description:
        "An installation was copied, or restored from a backup: its activation, secret or computer is not the seat's.",
    }),
  ];
}
