import { DAY, type Instant, throughDay } from "#shared/instant.ts";
import type { Device, License } from "#shared/licenses/license.ts";
import type { Entitlement } from "#shared/licenses/standing.ts";
import { type SeatTrial, SHORTEST_TRIAL_LEASE, TRIAL_REFUSED, type Trial } from "#shared/licenses/trial.ts";

type Tried = Pick<License, "trial">;
type OnSeat = Pick<Device, "trialRefused"> | null;

export function trialFor(days: number, isNewCustomer: boolean, id: string): { trial?: Trial } {
  return days > 0 && isNewCustomer ? { trial: { id, days, endsAt: null } } : {};
}

function isRunning({ trial }: Tried, now: Date): boolean {
  return trial?.endsAt != null && !trial.endedAt && Date.parse(trial.endsAt) > now.getTime();
}

const isWaiting = ({ trial }: Tried): boolean =>
  trial !== undefined && trial.endsAt === null && !trial.endedAt;

export const isOpen = (license: Tried, now: Date): boolean => isWaiting(license) || isRunning(license, now);

const covers = (license: Tried, device: OnSeat, now: Date): boolean =>
  isRunning(license, now) && device?.trialRefused !== true;

/** Starts a waiting trial when a computer takes the empty seat, unless the computer has had another account's trial. */
export function begun(license: License, device: OnSeat, now: Date): License {
  if (!license.trial || !isWaiting(license) || device?.trialRefused) return license;
  const { days } = license.trial;
  const endsAt = throughDay(new Date(now.getTime() + days * DAY).toISOString());
  return { ...license, trial: { ...license.trial, endsAt } };
}

/** An empty seat shows the tier of a computer without an earlier trial. */
export function tierOf(
  license: Pick<License, "trial" | "entitlement" | "device">,
  now: Date,
): Entitlement["tier"] {
  return covers(license, license.device, now) ? "pro" : license.entitlement.tier;
}

/** The trial's end, which limits the lease; null if the next lease does not have the trial's features. */
export function trialLimit(license: Tried, device: OnSeat, now: Date): Instant | null {
  const endsAt = license.trial?.endsAt ?? null;
  if (endsAt === null || !covers(license, device, now)) return null;
  return Date.parse(endsAt) - now.getTime() < SHORTEST_TRIAL_LEASE ? null : endsAt;
}

/** Whether the lease of the seat's computer has the trial's tier. Such a lease ends no later than the trial. */
export function isTrialLease(
  license: Tried & Pick<License, "device">,
  leaseEndsAt: Instant,
  now: Date,
): boolean {
  const limit = trialLimit(license, license.device, now);
  return limit !== null && Date.parse(leaseEndsAt) <= Date.parse(limit);
}

/** Lets the application show the trial's end, or why there is no trial. */
export function trialMetadata(
  license: Tried & Pick<License, "device">,
  isTrial: boolean,
  now: Date,
): Record<string, string> {
  const { trial, device } = license;
  if (isTrial && trial?.endsAt) return { trial: "running", trial_ends_at: trial.endsAt };
  return device?.trialRefused && isOpen(license, now) ? { trial: "refused" } : {};
}

export const refusalOf = (license: Tried & Pick<License, "device">, now: Date): string | undefined =>
  isOpen(license, now) && license.device?.trialRefused ? TRIAL_REFUSED : undefined;

export function shownTrial(
  license: Tried & Pick<License, "device" | "entitlement">,
  now: Date,
): { trial?: SeatTrial } {
  const { trial, device } = license;
  if (!trial) return {};
  const ends_at = trial.endedAt ?? trial.endsAt;
  const shown = (state: SeatTrial["state"]) => ({ trial: { state, days: trial.days, ends_at } });
  if (!isOpen(license, now)) return shown("over");
  if (device?.trialRefused) return shown("refused");
  return shown(trial.endsAt === null ? "waiting" : "running");
}
