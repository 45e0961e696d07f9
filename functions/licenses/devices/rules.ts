import { AppError } from "#shared/errors.ts";
import { DAY } from "#shared/instant.ts";
import { isSameComputer, mayReplace } from "#shared/licenses/fingerprint.ts";
import type { Device, License, Visit } from "#shared/licenses/license.ts";
import { LICENSE_MESSAGES, type LicenseCode, standing } from "#shared/licenses/standing.ts";
import { grantLease, type LeaseKind } from "../leases/rules.ts";
import { countSwap } from "../swapRules.ts";
import { begun } from "../trials/rules.ts";

/** Of the last day; more would say nothing new. */
const MAX_RETURNS = 20;
/** A computer that is known this far back returns at no cost. */
const MAX_VISITS = 20;

/** What a computer shows for itself; the secret as its hash. */
export type Proof = { fingerprint: string; activationId: string; secretHash: string };

const refusal = (code: LicenseCode) =>
  new AppError(code === "VALID" ? "INTERNAL_ERROR" : code, LICENSE_MESSAGES[code]);

/** @throws the license's own state if it is not valid */
export function requireStanding(license: License, now: Date): void {
  const { code } = standing(license.entitlement, now);
  if (code !== "VALID") throw refusal(code);
}

/**
 * The computer takes the seat. The one that has it gets it back, with a new secret and at no cost.
 * @throws SEAT_TAKEN for any other, SWAP_LIMIT, or the license's own state if it is not valid
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
    return { ...license, ...taken, visits: renamed(license.visits, license.device, device.fingerprint) };
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
 * Whether the computer holds the seat, or gave it up itself. Its return counts, because equal computers share a
 * fingerprint.
 */
const hasBeenOn = ({ device, vacatedBy, visits }: License, fingerprint: string): boolean =>
  device !== null ||
  (vacatedBy === "device" && visits.some((visit) => isSameComputer(visit.fingerprint, fingerprint)));

export const returnsWithinDay = ({ returns = [] }: License, now: Date): string[] =>
  returns.filter((at) => now.getTime() - Date.parse(at) < DAY);

/** A component of the computer was replaced: the history follows it, so that each step may change another one. */
function renamed(visits: readonly Visit[], device: Device, fingerprint: string): Visit[] {
  return visits.map((visit) =>
    visit.fingerprint === device.fingerprint ? { ...visit, fingerprint } : visit,
  );
}

/**
 * Leaving is free; without this rule one key would serve any number of computers that leave and come. The
 * seat that a swap has cleared is paid for.
 */
function payForArrival(license: License, fingerprint: string, now: Date): License {
  const last = license.visits.at(-1);
  const isKnown = license.visits.some((visit) => isSameComputer(visit.fingerprint, fingerprint));
  const isPaid = license.vacatedBy !== "device" || last === undefined || isKnown;
  if (isPaid || now.getTime() - Date.parse(last.at) >= DAY) return license;
  return countSwap(license, now);
}

/** An activation that is, or was, this seat's, shown by an installation that is not the latest: a copy. */
export function isCopy({ device }: License, proof: Proof): boolean {
  if (device === null) return false;
  if (device.activationId !== proof.activationId)
    return isSameComputer(device.fingerprint, proof.fingerprint);
  return device.secretHash !== proof.secretHash || !isItsComputer(device, proof);
}

/** Also true for an installation that was updated from a client whose fingerprint was made up. */
function isItsComputer({ fingerprint }: Device, proof: Proof): boolean {
  return isSameComputer(fingerprint, proof.fingerprint) || mayReplace(fingerprint, proof.fingerprint);
}

/** @throws CLONE_SUSPECTED, SEAT_TAKEN, or FINGERPRINT_MISMATCH if nobody has the seat */
export function requireHolder(license: License, proof: Proof): Device {
  const { device } = license;
  if (device === null) throw refusal("FINGERPRINT_MISMATCH");
  if (isCopy(license, proof)) throw refusal("CLONE_SUSPECTED");
  if (device.activationId !== proof.activationId) throw refusal("SEAT_TAKEN");
  return device;
}

/** This very refresh was done already and its answer got lost: the secret that it led to is in place. */
export function isRepeated({ device }: License, proof: Proof, nextHash: string): boolean {
  return (
    device?.activationId === proof.activationId &&
    device.secretHash === nextHash &&
    isItsComputer(device, proof)
  );
}

/**
 * Notes for the owner that a copy showed itself; the very same where it did not, or where the question is open. It
 * is a note only: the copy is refused all the same.
 */
export function withSuspicion(license: License, proof: Proof, nextHash: string, now: Date): License {
  const isKnown = license.copySuspectedAt !== null;
  if (isKnown || isRepeated(license, proof, nextHash) || !isCopy(license, proof)) return license;
  return { ...license, copySuspectedAt: now.toISOString(), version: license.version + 1 };
}

/**
 * A repeat keeps the secret, but its lease is of now: the one whose answer got lost may be over. The very same
 * comes back where that end stands already.
 * @throws what `requireHolder` does, or the license's own state
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
    visits: renamed(license.visits, device, fingerprint),
    lastUsedAt: now.toISOString(),
    version: license.version + 1,
  };
}

/** Whatever the license is worth: who holds the seat may leave it. The very same comes back where it has left. */
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
