import type { Device, License } from "#shared/licenses/license.ts";

export const NOW = new Date("2026-03-15T12:00:00.000Z");
export const later = (milliseconds: number) => new Date(NOW.getTime() + milliseconds);

export const LICENSE: License = {
  licenseKey: "7K3MQ-9X2VD-4H8TN-R6WBC-PJ5ZE",
  id: "seat",
  userId: "user",
  grantId: "free",
  source: "free",
  entitlement: {
    tier: "free",
    ended: false,
    expiresAt: null,
    pastDueSince: null,
    suspensions: [],
    revocations: [],
    active: true,
  },
  extras: null,
  assignedAt: "2026-03-01T00:00:00.000Z",
  maxDailySwaps: 1,
  swaps: { day: "2026-03-01", count: 0 },
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

export function entitled(change: Partial<License["entitlement"]>, license = LICENSE): License {
  return { ...license, entitlement: { ...license.entitlement, ...change } };
}

export function computer(fingerprint: string, at = NOW, activationId = `activation of ${fingerprint}`) {
  return {
    activationId,
    fingerprint,
    secretHash: `hash of ${activationId}`,
    computerName: "studio-mac",
    os: "macOS 15",
    appVersion: "0.3.0",
    ipAddress: "203.0.113.24",
    activatedAt: at.toISOString(),
  } satisfies Omit<Device, "leaseEndsAt">;
}

export const proofOf = ({ fingerprint, activationId, secretHash }: ReturnType<typeof computer>) => ({
  fingerprint,
  activationId,
  secretHash,
});
