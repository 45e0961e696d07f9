import { AppError } from "#shared/errors.ts";
import { isSameComputer } from "#shared/licenses/fingerprint.ts";
import { type LeaseClaims, MAX_FULL_LEASES } from "#shared/licenses/lease.ts";
import type { Device, License } from "#shared/licenses/license.ts";
import type { OfflineRequest } from "#shared/licenses/offline.ts";
import type { OfflineLease } from "#shared/licenses/offlineLease.ts";
import { atTime } from "#shared/words.ts";
import { activateDevice, requireStanding } from "./devices/rules.ts";
import { isWeakOn, leaseClaims, runningLeases, shareOf } from "./leaseRules.ts";
import { isTrialLease } from "./trials/rules.ts";

const MAX_ANSWERED = 20;
const WEAK_OFFLINE =
  "This computer can't have an offline license, because the application could read too few of its parts to tell it from others. Run the application outside a container and let it read the system's identity. Then create a new request, or contact support.";
/** No secret has this hash. A computer that was only offline must activate before it can work online. */
const NO_SECRET = "";

/**
 * Gives the seat to a computer without internet. The rules of an activation apply, but the lease must be one of the
 * seat's two full leases. Returns the same object for a request that was already answered.
 * @throws as `activateDevice` does; CONFLICT for a weak computer, without a free full lease, or for a request that was
 * answered for another computer or whose answer has expired
 */
export function answerRequest(
  license: License,
  request: OfflineRequest,
  activationId: string,
  now: Date,
  refusal: Pick<Device, "trialRefused"> = {},
): License {
  const known = answerTo(license, request);
  requireStanding(license, now);
  if (known !== undefined) {
    requireUsable(known, request, now);
    return license;
  }
  const { nonce, fingerprint, computerName } = request;
  if (isWeakOn(license, fingerprint)) throw new AppError("CONFLICT", WEAK_OFFLINE);
  requirePlace(license, fingerprint, activationId, now);
  const after = withOfflineDevice(license, request, activationId, now, refusal);
  if (after.device?.leaseEndsAt == null) throw new AppError("INTERNAL_ERROR", "The seat has no lease");
  const lease: OfflineLease = {
    nonce,
    activationId: after.device.activationId,
    fingerprint,
    computerName,
    issuedAt: now.toISOString(),
    endsAt: after.device.leaseEndsAt,
    ...(isTrialLease(after, after.device.leaseEndsAt, now) ? { isTrial: true } : {}),
  };
  return { ...after, offline: [...license.offline, lease].slice(-MAX_ANSWERED) };
}

export const answerTo = ({ offline }: License, { nonce }: OfflineRequest): OfflineLease | undefined =>
  offline.find((lease) => lease.nonce === nonce);

function requireUsable(known: OfflineLease, { fingerprint }: OfflineRequest, now: Date): void {
  if (!isSameComputer(known.fingerprint, fingerprint))
    throw new AppError("CONFLICT", "This request was answered for another computer. Create a new one.");
  if (Date.parse(known.endsAt) <= now.getTime())
    throw new AppError(
      "CONFLICT",
      "This request was answered before, and that answer has expired. Create a new request on the computer.",
    );
}

/** Requires a free full lease: a ten-minute lease is useless to a computer that cannot renew it. */
function requirePlace(license: License, fingerprint: string, activationId: string, now: Date): void {
  const asking = { activationId, fingerprint, isWeakHere: false };
  const others = shareOf(runningLeases(license, now), asking).others.filter(({ isFull }) => isFull);
  if (others.length < MAX_FULL_LEASES) return;
  const retryAt = new Date(Math.min(...others.map(({ endsAt }) => Date.parse(endsAt)))).toISOString();
  throw new AppError(
    "CONFLICT",
    `This license still runs on two other computers. An offline license is possible from ${atTime(retryAt)}.`,
    { details: { retry_at: retryAt } },
  );
}

/** The current holder keeps its activation and secret, so that it still works once it is online. */
function withOfflineDevice(
  license: License,
  { fingerprint, computerName, os, appVersion }: OfflineRequest,
  activationId: string,
  now: Date,
  refusal: Pick<Device, "trialRefused">,
): License {
  const { device } = license;
  const isOwn = device !== null && isSameComputer(device.fingerprint, fingerprint);
  const { secretHash, ipAddress } = isOwn ? device : { secretHash: NO_SECRET, ipAddress: null };
  return activateDevice(
    license,
    {
      activationId: isOwn ? device.activationId : activationId,
      fingerprint,
      secretHash,
      computerName,
      os,
      appVersion,
      ipAddress,
      activatedAt: now.toISOString(),
      ...refusal,
    },
    now,
    "offline",
  );
}

export const offlineClaims = (license: License, lease: OfflineLease, issuer: string): LeaseClaims => ({
  ...leaseClaims(license, lease, lease.endsAt, issuer, new Date(lease.issuedAt), lease.isTrial === true),
  nonce: lease.nonce,
});
