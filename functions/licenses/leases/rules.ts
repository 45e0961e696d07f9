import { SECOND, toEpochSeconds } from "#shared/instant.ts";
import { type LeaseClaims, LONGEST_LEASE, SHORTEST_LEASE } from "#shared/licenses/lease.ts";
import type { Device, License } from "#shared/licenses/license.ts";
import { type Entitlement, PAST_DUE_GRACE } from "#shared/licenses/standing.ts";

/**
 * As long as the computer has had the seat, at least a day and at most a week, but never beyond what is paid
 * for and its grace. So whoever moves a seat daily keeps about two computers alive and not eight.
 */
export function leaseEnd(entitlement: Entitlement, activatedAt: string, now: Date): Date {
  const tenure = now.getTime() - Date.parse(activatedAt);
  const length = Math.min(Math.max(tenure, SHORTEST_LEASE), LONGEST_LEASE);
  const { expiresAt, leaseLimit, pastDueSince } = entitlement;
  const ends = [
    now.getTime() + length,
    ...[expiresAt, leaseLimit].flatMap((limit) => (limit ? [Date.parse(limit)] : [])),
    ...(pastDueSince === null ? [] : [Date.parse(pastDueSince) + PAST_DUE_GRACE]),
  ];
  // In whole seconds, as the lease itself will say it.
  return new Date(Math.floor(Math.min(...ends) / SECOND) * SECOND);
}

/** @param issuer the site's address */
export function leaseClaims(
  license: License,
  device: Device,
  leaseEndsAt: string,
  issuer: string,
  now: Date,
): LeaseClaims {
  return {
    iss: issuer,
    sub: license.id,
    activation: device.activationId,
    fingerprint: device.fingerprint,
    tier: license.entitlement.tier,
    iat: Math.floor(now.getTime() / SECOND),
    exp: toEpochSeconds(leaseEndsAt),
  };
}
