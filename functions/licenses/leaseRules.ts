import { PLAN_ENTITLEMENTS, type PlanEntitlements } from "#shared/catalog/catalog.ts";
import { AppError } from "#shared/errors.ts";
import { DAY, type Instant, SECOND, toEpochSeconds } from "#shared/instant.ts";
import type { KeyExtras, LeaseEntitlements } from "#shared/licenses/entitlements.ts";
import { isSameComputer, isWeak } from "#shared/licenses/fingerprint.ts";
import {
  type LeaseClaims,
  LONGEST_LEASE,
  LONGEST_WEAK_LEASE,
  MAX_FULL_LEASES,
  MAX_SHORT_LEASES,
  type RunningLease,
  SHORT_LEASE,
  SHORTEST_LEASE,
} from "#shared/licenses/lease.ts";
import type { Device, License } from "#shared/licenses/license.ts";
import { OFFLINE_LEASE } from "#shared/licenses/offline.ts";
import { type Entitlement, PAST_DUE_GRACE } from "#shared/licenses/standing.ts";
import { inMinutes } from "#shared/words.ts";
import { isTrialLease, trialLimit, trialMetadata } from "./trials/rules.ts";

/** Whether the lease is requested over the network, or in a file that the owner carries. */
export type LeaseKind = "online" | "offline";

/** A computer whose fingerprint changes more often counts as another one until its running lease ends. */
const MAX_EARLIER = 8;

/**
 * Grants a lease and returns it with the running leases. A seat has at most three: two of any length, and one of up to
 * ten minutes. Leases of computers that have left the seat count too, so moving the seat adds no fourth computer.
 * @throws SEAT_BUSY with `retry_at` while three other computers have a lease
 */
export function grantLease(
  license: License,
  device: Pick<Device, "activationId" | "fingerprint" | "activatedAt" | "trialRefused">,
  now: Date,
  kind: LeaseKind = "online",
): { leaseEndsAt: string; leases: RunningLease[] } {
  const { activationId, fingerprint, activatedAt } = device;
  const isWeakHere = isWeakOn(license, fingerprint);
  const { own, others } = shareOf(runningLeases(license, now), { activationId, fingerprint, isWeakHere });
  const isFull = others.filter((lease) => lease.isFull).length < MAX_FULL_LEASES;
  if (!isFull && others.length >= MAX_FULL_LEASES + MAX_SHORT_LEASES) throw busy(others, now);
  const trialEnd = trialLimit(license, device, now);
  const limit = isWeakHere ? new Date(now.getTime() + LONGEST_WEAK_LEASE).toISOString() : null;
  const end = leaseEnd(license.entitlement, activatedAt, now, kind, [trialEnd, limit]).getTime();
  const leaseEndsAt = isFull ? end : Math.min(end, shortLeaseEnd(now));
  // The computer may still have its earlier lease, which may end later.
  const endsAt = Math.max(leaseEndsAt, own ? Date.parse(own.endsAt) : 0);
  const earlier = own ? printsOf(own).filter((print) => print !== fingerprint) : [];
  const mine = {
    fingerprint,
    ...(earlier.length > 0 ? { earlier } : {}),
    ...(isWeakHere ? { activation: activationId } : {}),
    endsAt: new Date(endsAt).toISOString(),
    isFull: isFull || own?.isFull === true,
  };
  return { leaseEndsAt: new Date(leaseEndsAt).toISOString(), leases: [...others, mine] };
}

/** Whether other computers may have the same fingerprint. False for every computer of a key that an operator trusts. */
export const isWeakOn = ({ extras }: Pick<License, "extras">, fingerprint: string): boolean =>
  extras?.isTrusted !== true && isWeak(fingerprint);

const printsOf = ({ fingerprint, earlier = [] }: RunningLease): string[] => [fingerprint, ...earlier];

/**
 * Finds the computer's own entry among the running leases. The entry must contain the computer's fingerprint, or the
 * computer must resemble every fingerprint in it. Otherwise a series of computers, each slightly different from the
 * previous one, would count as one. A weak computer resembles many others, so only its activation identifies its entry.
 */
export function shareOf(
  running: readonly RunningLease[],
  {
    activationId,
    fingerprint,
    isWeakHere,
  }: { activationId: string; fingerprint: string; isWeakHere: boolean },
): { own: RunningLease | undefined; others: RunningLease[] } {
  const isExact = (lease: RunningLease) => printsOf(lease).includes(fingerprint);
  const isAlike = (lease: RunningLease) =>
    printsOf(lease).length <= MAX_EARLIER &&
    printsOf(lease).every((print) => isSameComputer(print, fingerprint));
  const mayBeOwn = ({ activation }: RunningLease) =>
    activation === undefined ? !isWeakHere : activation === activationId;
  const candidates = running.filter(mayBeOwn);
  const own =
    candidates.find(({ activation }) => activation !== undefined) ??
    candidates.find(isExact) ??
    candidates.findLast(isAlike);
  return { own, others: running.filter((lease) => lease !== own) };
}

const shortLeaseEnd = (now: Date): number => Math.floor((now.getTime() + SHORT_LEASE) / SECOND) * SECOND;

export const runningLeases = ({ leases }: License, now: Date): RunningLease[] =>
  leases.filter(({ endsAt }) => Date.parse(endsAt) > now.getTime());

/** When the owner's last running lease ends. Leases without a fingerprint belong to the seat's previous owner. */
export const lastLeaseEnd = (license: License, now: Date): Instant | null =>
  runningLeases(license, now)
    .flatMap(({ fingerprint, endsAt }) => (fingerprint === "" ? [] : [endsAt]))
    .sort()
    .at(-1) ?? null;

function busy(others: readonly RunningLease[], now: Date): AppError {
  const first = Math.min(...others.map(({ endsAt }) => Date.parse(endsAt)));
  const seconds = Math.ceil((first - now.getTime()) / SECOND);
  return new AppError(
    "SEAT_BUSY",
    `This license still runs on three other computers. Try again in ${inMinutes(seconds * SECOND)}.`,
    { details: { retry_at: new Date(first).toISOString(), retry_after_seconds: seconds } },
  );
}

/**
 * The lease's end. An online lease is as long as the computer has already held the seat: at least a day, at most a
 * week. So a customer who moves a seat daily keeps about two computers working, not eight. An offline lease lasts 30
 * days. No lease outlasts the paid time with its grace, or one of the limits.
 * @param limits for this computer: its trial's end, and for a weak computer three days from now; null: no limit
 */
export function leaseEnd(
  entitlement: Entitlement,
  activatedAt: string,
  now: Date,
  kind: LeaseKind = "online",
  limits: readonly (string | null)[] = [],
): Date {
  const tenure = now.getTime() - Date.parse(activatedAt);
  const length =
    kind === "offline" ? OFFLINE_LEASE : Math.min(Math.max(tenure, SHORTEST_LEASE), LONGEST_LEASE);
  const { expiresAt, leaseLimit, pastDueSince } = entitlement;
  const ends = [
    now.getTime() + length,
    ...[expiresAt, leaseLimit, ...limits].flatMap((limit) => (limit ? [Date.parse(limit)] : [])),
    ...(pastDueSince === null ? [] : [Date.parse(pastDueSince) + PAST_DUE_GRACE]),
  ];
  // Whole seconds, as in the lease.
  return new Date(Math.floor(Math.min(...ends) / SECOND) * SECOND);
}

/** @param isTrial the stored value if a lease is signed again. Default: computed for the seat's computer */
export function leaseClaims(
  license: License,
  device: Pick<Device, "activationId" | "fingerprint">,
  leaseEndsAt: string,
  issuer: string,
  now: Date,
  isTrial = isTrialLease(license, leaseEndsAt, now),
): LeaseClaims {
  const entitlements = entitlementsOf(license, PLAN_ENTITLEMENTS[isTrial ? "subscription" : license.source]);
  return {
    iss: issuer,
    sub: license.id,
    activation: device.activationId,
    fingerprint: device.fingerprint,
    tier: isTrial ? "pro" : license.entitlement.tier,
    entitlements: {
      ...entitlements,
      metadata: { ...entitlements.metadata, ...trialMetadata(license, isTrial, now) },
    },
    iat: Math.floor(now.getTime() / SECOND),
    exp: toEpochSeconds(leaseEndsAt),
  };
}

export function entitlementsOf(
  { source, extras, assignedAt }: Pick<License, "source" | "extras" | "assignedAt">,
  plan: PlanEntitlements = PLAN_ENTITLEMENTS[source],
): LeaseEntitlements {
  return {
    features: [...new Set([...plan.features, ...(extras?.features ?? [])])],
    coveredVersion: extras?.coveredVersion ?? plan.coveredVersion,
    coveredUntil: extras?.coveredUntil
      ? toEpochSeconds(extras.coveredUntil)
      : coveredUntil(plan.coveredDays, assignedAt),
    metadata: { ...plan.metadata, ...extras?.metadata },
  };
}

function coveredUntil(days: number | null, assignedAt: Instant): number | null {
  return days === null ? null : Math.floor((Date.parse(assignedAt) + days * DAY) / SECOND);
}

export function withExtras(license: License, extras: KeyExtras): License {
  const { coveredVersion, coveredUntil, metadata, isTrusted = false } = extras;
  const features = [...new Set(extras.features)];
  const isEmpty =
    features.length + Object.keys(metadata).length === 0 &&
    coveredVersion === null &&
    coveredUntil === null &&
    !isTrusted;
  return {
    ...license,
    extras: isEmpty ? null : { ...extras, features },
    version: license.version + 1,
  };
}
