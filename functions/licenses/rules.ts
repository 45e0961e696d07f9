import type { Grant } from "#shared/grants/grant.ts";
import { type Instant, utcDay } from "#shared/instant.ts";
import { isSameComputer } from "#shared/licenses/fingerprint.ts";
import { DEFAULT_DAILY_SWAPS, type License } from "#shared/licenses/license.ts";
import type { Seat } from "#shared/licenses/seat.ts";
import {
  type Entitlement,
  graceEnd,
  type LicenseCode,
  type Standing,
  standing,
} from "#shared/licenses/standing.ts";
import { swapLimit } from "./devices/rules.ts";
import { explainSeat } from "./explainingRules.ts";
import { isWeakOn, lastLeaseEnd } from "./leaseRules.ts";
import { replacementLimit } from "./replacement/rules.ts";
import { shownTrial, tierOf } from "./trials/rules.ts";

export function licenseOf(grant: Grant, id: string, now: Date): License {
  return {
    licenseKey: grant.licenseKey,
    id,
    userId: grant.userId,
    grantId: grant.id,
    source: grant.source,
    entitlement: grant.entitlement,
    extras: null,
    assignedAt: now.toISOString(),
    maxDailySwaps: DEFAULT_DAILY_SWAPS,
    swaps: { day: utcDay(now), count: 0 },
    totalSwaps: 0,
    recentSwaps: [],
    activationCount: 0,
    lastUsedAt: null,
    device: null,
    name: null,
    visits: [],
    leases: [],
    offline: [],
    vacatedBy: null,
    earlierKeys: [],
    copySuspectedAt: null,
    version: 1,
  };
}

export function forgetOwner(license: License): License {
  return {
    ...license,
    // Without this id, the row of a remembered computer does not lead to the account.
    ...(license.trial ? { trial: { ...license.trial, id: "" } } : {}),
    entitlement: { ...license.entitlement, active: false },
    extras: null,
    device: null,
    name: null,
    visits: [],
    leases: [],
    offline: [],
    vacatedBy: null,
    earlierKeys: [],
    copySuspectedAt: null,
    version: license.version + 1,
  };
}

export function judge(
  license: License,
  fingerprint: string,
  now: Date,
): { code: LicenseCode; warning: Standing["warning"] } {
  const worth = standing(license.entitlement, now);
  if (worth.code !== "VALID") return worth;
  if (license.device === null || !isSameComputer(license.device.fingerprint, fingerprint))
    return { code: "FINGERPRINT_MISMATCH", warning: null };
  return worth;
}

export function toSeat(license: License, now: Date, callerAddress: string | null = null): Seat {
  const { code, warning } = standing(license.entitlement, now);
  return {
    id: license.id,
    license_key: license.licenseKey,
    name: license.name,
    computer_name: license.device?.computerName ?? null,
    ip_address: license.device?.ipAddress ?? null,
    os: license.device?.os ?? null,
    app_version: license.device?.appVersion ?? null,
    activated_at: license.device?.activatedAt ?? null,
    last_used_at: license.lastUsedAt,
    lease_ends_at: license.device?.leaseEndsAt ?? null,
    offline_until: lastLeaseEnd(license, now),
    replaced_offline_until: license.earlierKeys.at(-1)?.offlineUntil ?? null,
    offline: liveOffline(license, now),
    is_same_network: callerAddress !== null && license.device?.ipAddress === callerAddress,
    is_weak: license.device !== null && isWeakOn(license, license.device.fingerprint),
    is_active: license.entitlement.active,
    assigned_at: license.assignedAt,
    source: license.source,
    tier: tierOf(license, now),
    code,
    warning,
    works_until: worksUntil(license.entitlement),
    copy_suspected_at: license.copySuspectedAt,
    explanation: explainSeat(license, now),
    ...swapLimit(license, now),
    key_replaced_at: license.earlierKeys.at(-1)?.replacedAt ?? null,
    ...replacementLimit(license, now),
    ...shownTrial(license, now),
  };
}

/** @returns null if there is neither an end date nor an overdue payment. The time may be in the past */
const worksUntil = ({ expiresAt, pastDueSince }: Entitlement): Instant | null =>
  pastDueSince === null ? expiresAt : graceEnd(pastDueSince);

function liveOffline({ offline }: License, now: Date): Seat["offline"] {
  const live = offline.filter(({ endsAt }) => Date.parse(endsAt) > now.getTime());
  return live
    .filter(
      (lease, at) =>
        !live.slice(at + 1).some((later) => isSameComputer(later.fingerprint, lease.fingerprint)),
    )
    .map(({ computerName, endsAt }) => ({ computer_name: computerName, until: endsAt }));
}
