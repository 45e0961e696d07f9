import { AppError } from "#shared/errors.ts";
import { DAY } from "#shared/instant.ts";
import type { Device, License } from "#shared/licenses/license.ts";
import { LICENSE_MESSAGES, type LicenseCode, standing } from "#shared/licenses/standing.ts";
import { leaseEnd } from "../leases/rules.ts";
import { countSwap } from "../swaps/rules.ts";

/** A computer that is known this far back returns at no cost. */
const MOST_VISITS = 20;

/** What a computer shows for itself; the secret as its hash. */
export type Proof = { fingerprint: string; activationId: string; secretHash: string };

const refusal = (code: LicenseCode) =>
  new AppError(code === "VALID" ? "INTERNAL_ERROR" : code, LICENSE_MESSAGES[code]);

function requireStanding(license: License, now: Date): void {
  const { code } = standing(license.entitlement, now);
  if (code !== "VALID") throw refusal(code);
}

/**
 * The computer takes the seat. The one that has it gets it back, with a new secret and at no cost.
 * @throws SEAT_TAKEN for any other, SWAP_LIMIT, or the licence's own state where it is not valid
 */
export function activateDevice(license: License, device: Omit<Device, "leaseEndsAt">, now: Date): License {
  requireStanding(license, now);
  if (license.device !== null && license.device.fingerprint !== device.fingerprint)
    throw refusal("SEAT_TAKEN");
  const { entitlement } = license;
  const activatedAt = license.device?.activatedAt ?? device.activatedAt;
  const taken = {
    device: { ...device, activatedAt, leaseEndsAt: leaseEnd(entitlement, activatedAt, now).toISOString() },
    lastUsedAt: now.toISOString(),
    version: license.version + 1,
  };
  if (license.device !== null) return { ...license, ...taken };
  const visit = { fingerprint: device.fingerprint, at: now.toISOString() };
  const others = license.visits.filter(({ fingerprint }) => fingerprint !== device.fingerprint);
  return {
    ...payForArrival(license, device.fingerprint, now),
    ...taken,
    visits: [...others, visit].slice(-MOST_VISITS),
    vacatedBy: null,
    activationCount: license.activationCount + 1,
  };
}

/**
 * Leaving is free; without this rule one key would serve any number of computers that leave and come. The
 * seat that a swap has cleared is paid for.
 */
function payForArrival(license: License, fingerprint: string, now: Date): License {
  const last = license.visits.at(-1);
  const isKnown = license.visits.some((visit) => visit.fingerprint === fingerprint);
  const isPaid = license.vacatedBy !== "device" || last === undefined || isKnown;
  if (isPaid || now.getTime() - Date.parse(last.at) >= DAY) return license;
  return countSwap(license, now);
}

/** An activation that is, or was, this seat's, shown by an installation that is not the latest: a copy. */
export function isCopy({ device }: License, proof: Proof): boolean {
  if (device === null) return false;
  if (device.activationId === proof.activationId)
    return device.fingerprint !== proof.fingerprint || device.secretHash !== proof.secretHash;
  return device.fingerprint === proof.fingerprint;
}

/** @throws CLONE_SUSPECTED, SEAT_TAKEN, or FINGERPRINT_MISMATCH where nobody has the seat */
export function requireHolder(license: License, proof: Proof): Device {
  const { device } = license;
  if (device === null) throw refusal("FINGERPRINT_MISMATCH");
  if (isCopy(license, proof)) throw refusal("CLONE_SUSPECTED");
  if (device.fingerprint !== proof.fingerprint) throw refusal("SEAT_TAKEN");
  return device;
}

/** This very refresh was done already and its answer got lost: the secret that it led to is in place. */
export function isRepeated({ device }: License, proof: Proof, nextHash: string): boolean {
  return (
    device?.activationId === proof.activationId &&
    device.fingerprint === proof.fingerprint &&
    device.secretHash === nextHash
  );
}

/**
 * A repeat keeps the secret, but its lease is of now: the one whose answer got lost may be over. The very same
 * comes back where that end stands already.
 * @throws what `requireHolder` does, or the licence's own state
 */
export function refreshDevice(license: License, proof: Proof, nextHash: string, now: Date): License {
  requireStanding(license, now);
  const isDone = isRepeated(license, proof, nextHash);
  const device = requireHolder(license, isDone ? { ...proof, secretHash: nextHash } : proof);
  const leaseEndsAt = leaseEnd(license.entitlement, device.activatedAt, now).toISOString();
  if (isDone && device.leaseEndsAt === leaseEndsAt) return license;
  return {
    ...license,
    device: { ...device, secretHash: nextHash, leaseEndsAt },
    lastUsedAt: now.toISOString(),
    version: license.version + 1,
  };
}

/** Whatever the licence is worth: who holds the seat may leave it. The very same comes back where it has left. */
export function deactivateDevice(license: License, proof: Proof, now: Date): License {
  const hasLeft =
    license.device === null &&
    license.vacatedBy === "device" &&
    license.visits.at(-1)?.fingerprint === proof.fingerprint;
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
