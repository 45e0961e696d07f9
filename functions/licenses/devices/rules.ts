import { AppError } from "#shared/errors.ts";
import { DAY, nextUtcMidnight, utcDay } from "#shared/instant.ts";
import { isSameComputer, mayReplace } from "#shared/licenses/fingerprint.ts";
import { type Device, type License, MAX_VISITS, type Visit } from "#shared/licenses/license.ts";
import { LICENSE_MESSAGES, type LicenseCode, standing } from "#shared/licenses/standing.ts";
import { type SwapLimit, swapLimitMessage } from "#shared/licenses/swap.ts";
import { grantLease, type LeaseKind } from "../leaseRules.ts";
import { begun } from "../trials/rules.ts";

/** Maximum stored returns (`hasBeenOn`) within a day. signalRules.ts needs no more. */
const MAX_RETURNS = 20;
/** How far back signalRules.ts looks at swaps. */
const REMEMBERED_FOR = 7 * DAY;

export type Proof = { fingerprint: string; activationId: string; secretHash: string };

const refusal = (code: LicenseCode) =>
  new AppError(code === "VALID" ? "INTERNAL_ERROR" : code, LICENSE_MESSAGES[code]);

export function requireStanding(license: License, now: Date): void {
  const { code } = standing(license.entitlement, now);
  if (code !== "VALID") throw refusal(code);
}

/**
 * Gives the seat to the computer. The current holder keeps the seat, gets a new secret and uses no swap.
 * @throws SEAT_TAKEN if another computer has the seat; SWAP_LIMIT; SEAT_BUSY; the license's code if it is not valid
 */
export function activateDevice(
  before: License,
  device: Omit<Device, "leaseEndsAt">,
  now: Date,
  kind: LeaseKind = "online",
): License {
  requireStanding(before, now);
  const license = before.device === null ? begun(before, device, now) : before;
  if (license.device !== null && !isSameComputer(license.device.fingerprint, device.fingerprint))
    throw refusal("SEAT_TAKEN");
  const activatedAt = license.device?.activatedAt ?? device.activatedAt;
  const { leaseEndsAt, leases } = grantLease(license, { ...device, activatedAt }, now, kind);
  const isReturn = kind === "online" && hasBeenOn(license, device.fingerprint);
  const taken = {
    device: { ...device, activatedAt, leaseEndsAt },
    leases,
    ...(isReturn
      ? { returns: [...returnsWithinDay(license, now), now.toISOString()].slice(-MAX_RETURNS) }
      : {}),
    lastUsedAt: now.toISOString(),
    version: license.version + 1,
  };
  if (license.device !== null)
    return {
      ...license,
      ...taken,
      visits: withFingerprint(license.visits, license.device, device.fingerprint),
    };
  const visit = { fingerprint: device.fingerprint, at: now.toISOString() };
  const others = license.visits.filter(({ fingerprint }) => !isSameComputer(fingerprint, device.fingerprint));
  return {
    ...payForArrival(license, device.fingerprint, now),
    ...taken,
    visits: [...others, visit].slice(-MAX_VISITS),
    vacatedBy: null,
    activationCount: license.activationCount + 1,
    firstActivatedAt: license.firstActivatedAt ?? now.toISOString(),
  };
}

/**
 * Whether the computer has the seat, or had it and left. A return after leaving counts, because several identical
 * computers, which share a fingerprint, could take turns.
 */
const hasBeenOn = ({ device, vacatedBy, visits }: License, fingerprint: string): boolean =>
  device !== null ||
  (vacatedBy === "device" && visits.some((visit) => isSameComputer(visit.fingerprint, fingerprint)));

export const returnsWithinDay = ({ returns = [] }: License, now: Date): string[] =>
  returns.filter((at) => now.getTime() - Date.parse(at) < DAY);

/** Updates the computer's fingerprint in the history, so that its parts can be replaced one after another. */
function withFingerprint(visits: readonly Visit[], device: Device, fingerprint: string): Visit[] {
  return visits.map((visit) =>
    visit.fingerprint === device.fingerprint ? { ...visit, fingerprint } : visit,
  );
}

/**
 * Counts a swap if a new computer arrives within a day of another. Otherwise any number of computers could share a key
 * by leaving and arriving in turn. If a swap emptied the seat, the arrival does not count as a second swap.
 */
function payForArrival(license: License, fingerprint: string, now: Date): License {
  const last = license.visits.at(-1);
  const isKnown = license.visits.some((visit) => isSameComputer(visit.fingerprint, fingerprint));
  const isPaid = license.vacatedBy !== "device" || last === undefined || isKnown;
  if (isPaid || now.getTime() - Date.parse(last.at) >= DAY) return license;
  return countSwap(license, now);
}

/** A copy is another activation on the seat's computer, or the seat's activation with another secret or computer. */
export function isCopy({ device }: License, proof: Proof): boolean {
  if (device === null) return false;
  if (device.activationId !== proof.activationId)
    return isSameComputer(device.fingerprint, proof.fingerprint);
  return device.secretHash !== proof.secretHash || !isItsComputer(device, proof);
}

/** Also accepts an updated application whose earlier version made up the fingerprint. */
function isItsComputer({ fingerprint }: Device, proof: Proof): boolean {
  return isSameComputer(fingerprint, proof.fingerprint) || mayReplace(fingerprint, proof.fingerprint);
}

/** @throws CLONE_SUSPECTED, SEAT_TAKEN, or FINGERPRINT_MISMATCH if the seat is empty */
export function requireHolder(license: License, proof: Proof): Device {
  const { device } = license;
  if (device === null) throw refusal("FINGERPRINT_MISMATCH");
  if (isCopy(license, proof)) throw refusal("CLONE_SUSPECTED");
  if (device.activationId !== proof.activationId) throw refusal("SEAT_TAKEN");
  return device;
}

/** Whether this refresh succeeded before and its answer was lost: the next secret is already stored. */
export function isRepeated({ device }: License, proof: Proof, nextHash: string): boolean {
  return (
    device?.activationId === proof.activationId &&
    device.secretHash === nextHash &&
    isItsComputer(device, proof)
  );
}

/**
 * Records for the owner that a copy appeared. Returns the same object if there was no copy, or if the owner has not
 * dismissed the last warning. Copies are refused in any case.
 */
export function withSuspicion(license: License, proof: Proof, nextHash: string, now: Date): License {
  const isKnown = license.copySuspectedAt !== null;
  if (isKnown || isRepeated(license, proof, nextHash) || !isCopy(license, proof)) return license;
  return { ...license, copySuspectedAt: now.toISOString(), version: license.version + 1 };
}

/**
 * Refreshes the lease. A repeated call keeps the secret but gets a current lease, because the lease in the lost answer
 * may have ended. Returns the same object if nothing changes.
 * @throws as `requireHolder` does, or the license's code if it is not valid
 */
export function refreshDevice(license: License, proof: Proof, nextHash: string, now: Date): License {
  requireStanding(license, now);
  const isDone = isRepeated(license, proof, nextHash);
  const device = requireHolder(license, isDone ? { ...proof, secretHash: nextHash } : proof);
  const { fingerprint } = proof;
  const { leaseEndsAt, leases } = grantLease(license, { ...device, fingerprint }, now);
  if (isDone && device.leaseEndsAt === leaseEndsAt && device.fingerprint === fingerprint) return license;
  return {
    ...license,
    device: { ...device, fingerprint, secretHash: nextHash, leaseEndsAt },
    leases,
    visits: withFingerprint(license.visits, device, fingerprint),
    lastUsedAt: now.toISOString(),
    version: license.version + 1,
  };
}

/** Frees the seat, even if the license is not valid. Returns the same object if the computer has already left. */
export function deactivateDevice(license: License, proof: Proof, now: Date): License {
  const hasLeft =
    license.device === null &&
    license.vacatedBy === "device" &&
    isSameComputer(license.visits.at(-1)?.fingerprint ?? "", proof.fingerprint);
  if (hasLeft) return license;
  requireHolder(license, proof);
  return {
    ...license,
    device: null,
    vacatedBy: "device",
    lastUsedAt: now.toISOString(),
    version: license.version + 1,
  };
}

export function swapsToday(license: License, now: Date): number {
  return license.swaps.day === utcDay(now) ? license.swaps.count : 0;
}

export function swapLimit(license: License, now: Date): SwapLimit {
  return {
    swap_count_today: swapsToday(license, now),
    max_daily_swaps: license.maxDailySwaps,
    next_reset_utc: nextUtcMidnight(now),
  };
}

function countSwap(license: License, now: Date): License {
  const limit = swapLimit(license, now);
  if (limit.swap_count_today >= limit.max_daily_swaps)
    throw new AppError("SWAP_LIMIT", swapLimitMessage(limit), { details: limit });
  const since = now.getTime() - REMEMBERED_FOR;
  return {
    ...license,
    swaps: { day: utcDay(now), count: limit.swap_count_today + 1 },
    totalSwaps: license.totalSwaps + 1,
    recentSwaps: [...license.recentSwaps.filter((at) => Date.parse(at) > since), now.toISOString()],
  };
}

/** Clears the seat and counts a swap. Returns the same object if the seat is already empty. */
export function swapDevice(license: License, now: Date): License {
  if (license.device === null) return license;
  return { ...countSwap(license, now), device: null, vacatedBy: "swap", version: license.version + 1 };
}
